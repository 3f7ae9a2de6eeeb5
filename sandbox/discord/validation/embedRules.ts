import type { APIEmbed } from 'discord-api-types/v10';
import { sizeLimits } from '../limits.ts';
import type { Issue } from '../problem.ts';
import { schemeIssues } from './componentRules.ts';
import { required } from './schema.ts';

type Path = readonly (string | number)[];

/**
 * Rules for the embeds of a message. Message Resource, "Embed Limits": 6000 characters over all of them; "Embed Structure" and the structures of its
 * parts: what each needs, and the schemes of its addresses. That an embed shows something at all, and that white space is nothing, is not written there.
 */
export function* embedIssues(embeds: readonly APIEmbed[]): Generator<Issue> {
  const size = embeds.reduce((sum, embed) => sum + [...embedTexts(embed).join('')].length, 0);
  if (size > sizeLimits.embedText)
    yield {
      path: ['embeds'],
      code: 'MAX_EMBED_SIZE_EXCEEDED',
      message: `Embed size exceeds maximum size of ${sizeLimits.embedText}`,
    };
  for (const [index, embed] of embeds.entries()) {
    const path = ['embeds', index];
    if (!embed.image && !embed.thumbnail && embedTexts(embed).every(isBlank)) yield required([...path, 'description']);
    yield* partIssues(embed, path);
    yield* addressIssues(embed, path);
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

/** "Embed Author Structure", "Embed Footer Structure", "Embed Image Structure", "Embed Field Structure": what stands there without a question mark. */
function* partIssues(embed: APIEmbed, path: Path): Generator<Issue> {
  if (embed.author && isBlank(embed.author.name)) yield required([...path, 'author', 'name']);
  if (embed.footer && isBlank(embed.footer.text)) yield required([...path, 'footer', 'text']);
  for (const key of ['image', 'thumbnail'] as const)
    if (embed[key] && !embed[key].url) yield required([...path, key, 'url']);
  for (const [index, field] of (embed.fields ?? []).entries())
    for (const key of ['name', 'value'] as const)
      if (isBlank(field[key])) yield required([...path, 'fields', index, key]);
}

/** "only supports http(s) and attachments" of every picture; that a link is http(s) is not written. */
function* addressIssues(embed: APIEmbed, path: Path): Generator<Issue> {
  if (embed.url) yield* schemeIssues([...path, 'url'], embed.url, ['http', 'https']);
  if (embed.author?.url) yield* schemeIssues([...path, 'author', 'url'], embed.author.url, ['http', 'https']);
  for (const picture of embedPictures(embed, path))
    yield* schemeIssues(picture.path, picture.url, ['http', 'https', 'attachment']);
}

const isBlank = (text: string | null | undefined) => (text ?? '').trim() === '';

/** The fields that "Embed Limits" counts. */
function embedTexts(embed: APIEmbed): string[] {
  const texts = [embed.title, embed.description, embed.footer?.text, embed.author?.name];
  const fields = (embed.fields ?? []).flatMap((field) => [field.name, field.value]);
  return [...texts, ...fields].map((text) => text ?? '');
}
