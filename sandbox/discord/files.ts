import type { APIAttachment } from 'discord-api-types/v10';
import { sizeLimits } from './limits.ts';
import { problems } from './problem.ts';

/** A file as it arrives, from a bot's multipart body or from a person. */
export interface IncomingFile {
  filename: string;
  contentType: string;
  data: Uint8Array;
  description?: string | null;
}

/** Files of a multipart request, by their number in `files[n]`. */
export type Uploads = ReadonlyMap<string, IncomingFile>;

/** The files of the stand-in's CDN, in memory. */
export class FileStore {
  readonly #files = new Map<string, { contentType: string; data: Uint8Array; attachment: APIAttachment }>();
  readonly #newId: () => string;
  readonly #cdnUrl: () => string;

  constructor(newId: () => string, cdnUrl: () => string) {
    this.#newId = newId;
    this.#cdnUrl = cdnUrl;
  }

  /**
   * Keeps a file and gives Discord's attachment object for it.
   *
   * @throws DiscordProblem 40005 over the size limit
   */
  put(channelId: string, file: IncomingFile): APIAttachment {
    if (file.data.byteLength > sizeLimits.attachmentBytes) throw problems.tooLarge();
    const id = this.#newId();
    // Discord keeps letters, digits, dot, dash and underscore of a name.
    const filename = file.filename.replace(/[^\p{L}\p{N}._-]+/gu, '_') || 'file';
    const url = `${this.#cdnUrl()}/attachments/${channelId}/${id}/${encodeURIComponent(filename)}`;
    const size = imageSize(file.data);
    const contentType = file.contentType === unnamed ? (toPictureType(file.data) ?? unnamed) : file.contentType;
    const attachment: APIAttachment = {
      id,
      filename,
      size: file.data.byteLength,
      url,
      proxy_url: url,
      content_type: contentType,
      ...(file.description && { description: file.description }),
      ...(size && { width: size.width, height: size.height }),
    };
    this.#files.set(id, { contentType, data: file.data, attachment });
    return attachment;
  }

  /** The largest file taken, in bytes. */
  readonly sizeLimit = sizeLimits.attachmentBytes;

  /** Where an account's picture is served. */
  avatarUrl({ id, avatar }: { id: string; avatar: string | null }): string {
    return `${this.#cdnUrl()}/avatars/${id}/${avatar}.png`;
  }

  get(id: string): { contentType: string; data: Uint8Array; attachment: APIAttachment } | undefined {
    return this.#files.get(id);
  }
}

/** How a part of a multipart body arrives whose sender did not say what it is. */
const unnamed = 'application/octet-stream';

/** The kind of a picture, from its first bytes: Discord shows a picture as one whatever its sender called it. */
function toPictureType(data: Uint8Array): string | undefined {
  const head = Buffer.from(data.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG')) return 'image/png';
  if (head.startsWith('GIF8')) return 'image/gif';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : undefined;
}

/** Width and height of a PNG or GIF, from its header. */
function imageSize(data: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.byteLength >= 24 && view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (data.byteLength >= 10 && view.getUint32(0) === 0x47494638)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  return null;
}
