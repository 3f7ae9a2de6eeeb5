import type { APIAttachment } from 'discord-api-types/v10';
import { SIZE_LIMITS } from './limits.ts';
import { problems } from './problem.ts';

export type IncomingFile = {
  filename: string;
  contentType: string;
  data: Uint8Array;
  description?: string | null;
};

/** Files of a multipart request, by their number in `files[n]`. */
export type Uploads = ReadonlyMap<string, IncomingFile>;

type StoredFile = { data: Uint8Array; attachment: APIAttachment };

export class FileStore {
  readonly sizeLimit = SIZE_LIMITS.attachmentBytes;
  readonly #files = new Map<string, StoredFile>();
  readonly #newId: () => string;
  readonly #cdnUrl: string;

  constructor(newId: () => string, cdnUrl: string) {
    this.#newId = newId;
    this.#cdnUrl = cdnUrl;
  }

  /** @throws DiscordProblem 40005 over the size limit */
  put(channelId: string, { data, ...file }: IncomingFile): APIAttachment {
    if (data.byteLength > this.sizeLimit) throw problems.tooLarge();
    const id = this.#newId();
    // Discord keeps a name's letters, digits, dots, dashes and underscores.
    const filename = file.filename.replace(/[^\p{L}\p{N}._-]+/gu, '_') || 'file';
    const url = `${this.#cdnUrl}/attachments/${channelId}/${id}/${encodeURIComponent(filename)}`;
    const picture = readPicture(data);
    const attachment: APIAttachment = {
      id,
      filename,
      size: data.byteLength,
      url,
      proxy_url: url,
      content_type: (file.contentType === UNNAMED && picture?.type) || file.contentType,
      ...(file.description && { description: file.description }),
      ...picture?.size,
    };
    this.#files.set(id, { data, attachment });
    return attachment;
  }

  avatarUrl({ id, avatar }: { id: string; avatar: string | null }): string {
    return `${this.#cdnUrl}/avatars/${id}/${avatar}.png`;
  }

  get(id: string): StoredFile | undefined {
    return this.#files.get(id);
  }
}

/** The type of an upload whose sender didn't say what it is. */
const UNNAMED = 'application/octet-stream';

/** Type and size from the file itself: Discord recognizes a picture whatever its name. */
function readPicture(data: Uint8Array): { type: string; size?: { width: number; height: number } } | undefined {
  const bytes = Buffer.from(data.subarray(0, 24));
  const head = bytes.toString('latin1');
  if (head.startsWith('\x89PNG') && bytes.length === 24)
    return { type: 'image/png', size: { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } };
  if (head.startsWith('GIF8')) return { type: 'image/gif' };
  if (head.startsWith('\xff\xd8\xff')) return { type: 'image/jpeg' };
  return head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP' ? { type: 'image/webp' } : undefined;
}
