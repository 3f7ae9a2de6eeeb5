import type { APIEmbed } from 'discord-api-types/v10';
import { sizeLimits } from '../limits.ts';
import type { Issue, Path } from '../problem.ts';
import { addressIssues, MEDIA_SCHEMES } from './componentRules.ts';
import { brokenRules, type FieldRule, isBlank, required } from './schema.ts';

/** The structures of "Message Resource", "Embed Object": what their parts need. Not written there: an embed shows something. */
const rules: readonly FieldRule<APIEmbed>[] = [
  ['description', (embed) => !embed.image && !embed.thumbnail && textsOf(embed).every(isBlank), 'The embed is empty'],
  ['author.name', ({ author }) => author && isBlank(author.name), 'An author needs a name'],
  ['footer.text', ({ footer }) => footer && isBlank(footer.text), 'A footer needs a text'],
  ['image.url', ({ image }) => image && !image.url, 'A picture needs a url'],
  ['thumbnail.url', ({ thumbnail }) => thumbnail && !thumbnail.url, 'A picture needs a url'],
];

/** Rules for the embeds of a message. "Embed Limits": 6,000 characters over all of them. */
export function* embedIssues(embeds: readonly APIEmbed[]): Generator<Issue> {
  const characters = embeds.reduce((sum, embed) => sum + [...textsOf(embed).join('')].length, 0);
  if (characters > sizeLimits.embedText)
    yield { path: ['embeds'], message: `At most ${sizeLimits.embedText} characters in all embeds` };
  for (const [index, embed] of embeds.entries()) {
    const path = ['embeds', index];
    yield* brokenRules(rules, embed, path);
    for (const [at, field] of (embed.fields ?? []).entries())
      for (const key of ['name', 'value'] as const)
        if (isBlank(field[key])) yield required([...path, 'fields', at, key]);
    // Not written there: links are http(s) too.
    if (embed.url) yield* addressIssues(embed.url, [...path, 'url'], ['http', 'https']);
    if (embed.author?.url) yield* addressIssues(embed.author.url, [...path, 'author', 'url'], ['http', 'https']);
    for (const { url, path: at } of embedPictures(embed, path)) yield* addressIssues(url, at, MEDIA_SCHEMES);
  }
}

/** The pictures of an embed, with the path of each address. */
export function embedPictures(embed: APIEmbed, path: Path): { url: string; path: Path }[] {
  return [
    { url: embed.image?.url, path: [...path, 'image', 'url'] },
    { url: embed.thumbnail?.url, path: [...path, 'thumbnail', 'url'] },
    { url: embed.author?.icon_url, path: [...path, 'author', 'icon_url'] },
    { url: embed.footer?.icon_url, path: [...path, 'footer', 'icon_url'] },
  ].flatMap(({ url, path: at }) => (url ? [{ url, path: at }] : []));
}

/** The fields that "Embed Limits" counts. */
function textsOf({ title, description, footer, author, fields }: APIEmbed): string[] {
  const inFields = (fields ?? []).flatMap(({ name, value }) => [name, value]);
  return [title, description, footer?.text, author?.name, ...inFields].map((text) => text ?? '');
}
