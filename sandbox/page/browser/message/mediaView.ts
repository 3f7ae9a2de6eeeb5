import type { APIAttachment, APIMediaGalleryItem } from 'discord-api-types/v10';
import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { spoilerView } from '../text/markdownView.ts';
import { isLocalAddress, toWebAddress } from '../text/webAddress.ts';

interface Picture {
  media: { url: string; width?: number | null; height?: number | null };
  description?: string | null;
  spoiler?: boolean;
}

/** A picture that opens in a new tab. One from another host is not loaded: its address is shown instead. */
export function pictureView(picture: Picture, look: 'thumbnail' | 'gallery' | 'inline'): HTMLElement {
  const { media, description } = picture;
  const href = toWebAddress(new URL(media.url, location.href).href);
  if (href === undefined || !isLocalAddress(media.url, location.origin)) {
    return h(
      'span',
      { class: `picture foreign ${look}`, title: media.url },
      icon('eye'),
      h('span', {}, description || 'Picture from another host, not loaded in the sandbox'),
    );
  }
  const image = h('img', {
    src: href,
    alt: description ?? '',
    width: media.width || null,
    height: media.height || null,
    loading: 'lazy',
    onerror: () => link.classList.add('broken'),
  });
  const link = h(
    'a',
    {
      class: `picture ${look}`,
      href,
      target: '_blank',
      rel: 'noopener noreferrer',
      'aria-label': `Open picture${description ? `: ${description}` : ''}`,
    },
    image,
  );
  return picture.spoiler ? spoilerView([link], true) : link;
}

/** One to ten pictures in a mosaic. */
export function galleryView(items: APIMediaGalleryItem[]): HTMLElement {
  return h(
    'div',
    { class: `gallery count-${Math.min(items.length, 10)}` },
    items.map((item) => pictureView(item, items.length === 1 ? 'inline' : 'gallery')),
  );
}

/** A file to download, with its name and size. */
export function fileView(file: {
  url: string;
  name: string;
  size?: number | undefined;
  spoiler: boolean;
}): HTMLElement {
  const href = toWebAddress(new URL(file.url, location.href).href);
  const card = h(
    'div',
    { class: 'file' },
    h('span', { class: 'file-icon' }, icon('file')),
    h(
      'span',
      { class: 'file-text' },
      href === undefined
        ? h('span', {}, file.name)
        : h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, file.name),
      file.size !== undefined && h('span', { class: 'file-size' }, formatBytes(file.size)),
    ),
    href !== undefined &&
      h(
        'a',
        {
          class: 'icon-button',
          href,
          download: file.name,
          target: '_blank',
          rel: 'noopener noreferrer',
          'aria-label': `Download ${file.name}`,
        },
        icon('download'),
      ),
  );
  return file.spoiler ? spoilerView([card], true) : card;
}

/** An attachment of a message: pictures are shown, everything else is a file. */
export function attachmentView(attachment: APIAttachment): HTMLElement {
  const spoiler = attachment.filename.startsWith('SPOILER_');
  if (attachment.content_type?.startsWith('image/')) {
    const description = attachment.description ?? attachment.filename;
    return pictureView({ media: attachment, description, spoiler }, 'inline');
  }
  const name = attachment.title ?? attachment.filename;
  return fileView({ url: attachment.url, name, size: attachment.size, spoiler });
}

/** 1536 → `1.5 KB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
