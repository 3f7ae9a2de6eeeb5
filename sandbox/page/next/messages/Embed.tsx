import type { APIEmbed } from 'discord-api-types/v10';
import { Markdown, toCssColor } from '../text/Markdown.tsx';
import { Timestamp } from '../text/Timestamp.tsx';
import { WebLink } from '../text/WebLink.tsx';
import { Picture } from './media.tsx';

/** A classic embed. */
export function Embed({ embed }: { embed: APIEmbed }) {
  const { author, title, url, description, fields, image, thumbnail, footer, timestamp, color } = embed;
  return (
    <article class="embed" style={color === undefined ? {} : { '--accent': toCssColor(color) }}>
      <div class="embed-body">
        {author && <b>{author.name}</b>}
        {title && (
          <h3>
            <WebLink url={url ?? ''}>
              <Markdown source={title} />
            </WebLink>
          </h3>
        )}
        {description && <Markdown source={description} />}
        <div class="embed-fields">
          {fields?.map(({ name, value, inline }) => (
            <div class={inline ? 'embed-field inline' : 'embed-field'}>
              <b>
                <Markdown source={name} />
              </b>
              <Markdown source={value} />
            </div>
          ))}
        </div>
        {image && <Picture media={image} description={title} look="inline" />}
        {(footer || timestamp) && (
          <small>
            {footer?.text} {timestamp && <Timestamp atMs={Date.parse(timestamp)} style="s" />}
          </small>
        )}
      </div>
      {thumbnail && <Picture media={thumbnail} look="thumbnail" />}
    </article>
  );
}
