import type { APIEmbed } from 'discord-api-types/v10';
import { Markdown, toCssColor } from '../text/Markdown.tsx';
import { Timestamp } from '../text/Timestamp.tsx';
import { WebLink } from '../text/WebLink.tsx';
import { Picture } from './media.tsx';

/** A classic embed. */
export function Embed({ embed }: { embed: APIEmbed }) {
  const { author, title, url = '', description, fields, image, thumbnail, footer, timestamp, color } = embed;
  return (
    <article class="embed" style={color === undefined ? {} : { '--accent': toCssColor(color) }}>
      <div class="embed-grid">
        {author && <b>{author.name}</b>}
        {title && (
          <h3>
            <WebLink url={url}>{title}</WebLink>
          </h3>
        )}
        {description && <Markdown source={description} />}
        {fields?.map(({ name, value, inline }) => (
          <div class={inline ? 'inline' : ''}>
            <b>{name}</b>
            <Markdown source={value} />
          </div>
        ))}
        {image && <Picture media={image} description={title} />}
        <small>
          {footer?.text} {timestamp && <Timestamp atMs={Date.parse(timestamp)} style="s" />}
        </small>
      </div>
      {thumbnail && <Picture media={thumbnail} look="thumbnail" />}
    </article>
  );
}
