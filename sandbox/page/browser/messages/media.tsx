import type { APIAttachment } from 'discord-api-types/v10';
import { WebLink } from '../text/WebLink.tsx';
import { isLocalAddress } from '../text/webAddress.ts';
import { Icon } from '../ui/Icon.tsx';

type PictureProps = {
  media: { url: string; width?: number | null; height?: number | null };
  description?: string | null | undefined;
  look?: 'thumbnail' | 'tile';
};

/** A picture that opens in a new tab. One from another host is only a description. */
export function Picture({ media: { url, width, height }, description, look }: PictureProps) {
  const size = { ...(width && { width }), ...(height && { height }) };
  const label = description ? `Open picture: ${description}` : 'Open picture';
  return (
    <WebLink class={look ? `picture ${look}` : 'picture'} url={url} aria-label={label}>
      {isLocalAddress(url, location.origin) ? (
        <img src={url} alt={description ?? ''} loading="lazy" {...size} />
      ) : (
        description || 'Picture from another host, not loaded in the sandbox'
      )}
    </WebLink>
  );
}

export function FileCard(file: { url: string; name: string; size?: number | undefined }) {
  return (
    <div class="file">
      <Icon name="file" />
      <span>
        <WebLink url={file.url}>{file.name}</WebLink>
        {file.size !== undefined && <small>{(file.size / 1024).toFixed(1)} KB</small>}
      </span>
      <WebLink class="icon-button" url={file.url} download={file.name} aria-label={`Download ${file.name}`}>
        <Icon name="download" />
      </WebLink>
    </div>
  );
}

/** An attachment of a message: a picture, or a link to any other file. */
export function Attachment({ attachment }: { attachment: APIAttachment }) {
  const { filename, title, description, url, size, content_type: type } = attachment;
  if (!type?.startsWith('image/')) return <FileCard url={url} name={title ?? filename} size={size} />;
  return <Picture media={attachment} description={description ?? filename} />;
}
