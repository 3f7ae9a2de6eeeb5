import type { IncomingFile, Uploads } from '../files.ts';
import { SIZE_LIMITS } from '../limits.ts';
import { problems } from '../problem.ts';

/** The JSON body (undefined: none), and the files of a multipart one. */
type RequestBody = {
  body: unknown;
  uploads: Uploads;
};

/**
 * Reads JSON and, where files are taken, multipart ("Uploading Files").
 *
 * @throws DiscordProblem 40005, 50109, or 50035 for another content type and a malformed form
 */
export async function readBody(sent: ArrayBuffer, contentType: string, takesFiles: boolean): Promise<RequestBody> {
  if (sent.byteLength > SIZE_LIMITS.requestBytes) throw problems.tooLarge();
  const uploads = new Map<string, IncomingFile>();
  if (sent.byteLength === 0) return { body: undefined, uploads };
  const kind = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (kind === 'application/json') return { body: parse(new TextDecoder().decode(sent)), uploads };
  if (kind === 'multipart/form-data' && takesFiles) return await readForm(sent, contentType);
  const kinds = takesFiles ? 'application/json or multipart/form-data' : 'application/json';
  throw problems.invalidBody([{ path: [], message: `The Content-Type must be ${kinds}` }]);
}

/** `payload_json`, and files called `files[n]`, each once. */
async function readForm(sent: ArrayBuffer, contentType: string): Promise<RequestBody> {
  const form = await new Response(sent, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw problems.badJson();
  });
  const uploads = new Map<string, IncomingFile>();
  for (const [name, value] of form) {
    if (name === 'payload_json') continue;
    const index = /^files\[(\d+)\]$/.exec(name)?.[1];
    if (index === undefined || uploads.has(index) || typeof value === 'string')
      throw problems.invalidBody([{ path: [name], message: 'A form has payload_json and files named files[n]' }]);
    const contentType = value.type || 'application/octet-stream';
    uploads.set(index, { filename: value.name, contentType, data: new Uint8Array(await value.arrayBuffer()) });
  }
  return { body: parse(String(form.get('payload_json') ?? '{}')), uploads };
}

/** More than any message or command needs: recursion over the body must not overflow the stack. */
const MAX_DEPTH = 200;

function parse(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    let level = [body];
    for (let depth = 0; level.length > 0; depth += 1) {
      if (depth > MAX_DEPTH) throw problems.badJson();
      level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    }
    return body;
  } catch {
    throw problems.badJson();
  }
}
