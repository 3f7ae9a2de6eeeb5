/** Discord's attachment hosts, for apps and for its own clients. */
const ORIGINS = ['https://cdn.discordapp.com', 'https://media.discordapp.net'];
const TIMEOUT_MS = 4_000;

type FileResult = Promise<Uint8Array | 'tooLarge' | 'unavailable'>;

/** Reads up to `maxBytes` from Discord's hosts, whatever size Discord reports. Never rejects. */
export function createFileReader(cdnUrl: string) {
  const origins = new Set([...ORIGINS, new URL(cdnUrl).origin]);
  return async ({ url, bytes }: { url: string; bytes: number }, maxBytes: number, signal: AbortSignal): FileResult => {
    if (bytes > maxBytes) return 'tooLarge';
    if (!origins.has(URL.parse(url)?.origin ?? '')) return 'unavailable';
    try {
      const limits = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const response = await fetch(url, { redirect: 'error', signal: limits });
      if (!response.ok || !response.body) return 'unavailable';
      const chunks: Uint8Array[] = [];
      let length = 0;
      // Leaving the loop ends the response.
      for await (const chunk of response.body) {
        length += chunk.byteLength;
        if (length > maxBytes) return 'tooLarge';
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } catch {
      return 'unavailable';
    }
  };
}
