import type { APIEmbed } from 'discord-api-types/v10';
import { Markdown, toCssColor } from '../text/Markdown.tsx';
import { Picture } from './media.tsx';

/** A classic embed, its fields below each other. */
export function Embed({ embed }: { embed: APIEmbed }) {
  const { author, title, url, description, fields = [], image, thumbnail, footer, timestamp, color } = embed;
  const lines = [
    author && `**${author.name}**`,
    title && (url ? `### [${title}](${url})` : `### ${title}`),
    description,
    ...fields.map(({ name, value }) => `**${name}**\n${value}`),
    footer && `-# ${footer.text}`,
    timestamp && `-# <t:${Math.floor(Date.parse(timestamp) / 1000)}:f>`,
  ];
  return (
    <article class="embed" style={color === undefined ? {} : { '--accent': toCssColor(color) }}>
      <Markdown source={lines.filter(Boolean).join('\n')} />
      {[image, thumbnail].map((media) => media && <Picture media={media} />)}
    </article>
  );
}
