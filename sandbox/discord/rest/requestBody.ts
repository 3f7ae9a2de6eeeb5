import type { HonoRequest } from 'hono';
import type { IncomingFile, Uploads } from '../files.ts';
import { sizeLimits } from '../limits.ts';
import { problems } from '../problem.ts';

/** What a request carries: its JSON body (undefined: none), and the files of a multipart one. */
export interface RequestBody {
  body: unknown;
  uploads: Uploads;
}

/** What was sent where nothing was. */
export const noBody: RequestBody = { body: undefined, uploads: new Map() };

/**
 * Reads JSON, or where files are taken also multipart (documentation, "Uploading Files", and Message Resource, "Create Message": up to 25 MiB).
 *
 * @throws DiscordProblem 40005, 50109, or 50035 for another content type and a malformed form
 */
export async function readBody(request: HonoRequest, takesFiles: boolean): Promise<RequestBody> {
  const sent = await request.arrayBuffer();
  if (sent.byteLength > sizeLimits.requestBytes) throw problems.tooLarge();
  if (sent.byteLength === 0) return noBody;
  const contentType = request.header('content-type') ?? '';
  const [kind] = contentType
    .toLowerCase()
    .split(';', 1)
    .map((part) => part.trim());
  if (kind === 'application/json') return { body: parse(new TextDecoder().decode(sent)), uploads: new Map() };
  if (kind === 'multipart/form-data' && takesFiles) return readForm(sent, contentType);
  const kinds = takesFiles ? "{'application/json', 'multipart/form-data'}" : "{'application/json'}";
  throw problems.invalidBody([
    { path: [], code: 'CONTENT_TYPE_INVALID', message: `Expected "Content-Type" header to be one of ${kinds}.` },
  ]);
}

/** `payload_json` and `files[n]`; without the first, the form's own fields are those of the body. */
async function readForm(sent: ArrayBuffer, contentType: string): Promise<RequestBody> {
  const form = await new Response(sent, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw problems.badJson();
  });
  const uploads = new Map<string, IncomingFile>();
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    const index = /^files\[(\d+)\]$/.exec(name)?.[1];
    if (typeof value === 'string' && index === undefined) fields.set(name, value);
    else if (typeof value === 'string')
      throw malformed(name, 'MULTIPART_FILENAME_REQUIRED', 'A file needs a filename in its Content-Disposition');
    else if (index === undefined) throw malformed(name, 'MULTIPART_FIELD_UNKNOWN', 'Files are named files[n]');
    else if (uploads.has(index)) throw malformed(name, 'MULTIPART_FIELD_DUPLICATED', 'Names of files are unique');
    else uploads.set(index, await toFile(value));
  }
  const payload = fields.get('payload_json');
  return { body: payload === undefined ? toFields(fields) : parse(payload), uploads };
}

async function toFile(file: File): Promise<IncomingFile> {
  return {
    filename: file.name,
    contentType: file.type || 'application/octet-stream',
    data: new Uint8Array(await file.arrayBuffer()),
  };
}

/** A form knows texts only: `tts` and `flags` are what they say. */
function toFields(fields: ReadonlyMap<string, string>): Record<string, unknown> {
  const body: Record<string, unknown> = Object.fromEntries(fields);
  const tts = fields.get('tts');
  const flags = fields.get('flags');
  if (tts === 'true' || tts === 'false') body['tts'] = tts === 'true';
  if (flags !== undefined && /^\d+$/.test(flags)) body['flags'] = Number(flags);
  return body;
}

function malformed(name: string, code: string, message: string) {
  return problems.invalidBody([{ path: [name], code, message }]);
}

/** Deeper than any body of the API, and no deeper than what looks at it can go. */
const greatestDepth = 200;

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    let level = [value];
    for (let depth = 0; level.length > 0; depth += 1) {
      if (depth > greatestDepth) throw new Error('Nested too deeply');
      level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    }
    return value;
  } catch {
    throw problems.badJson();
  }
}
