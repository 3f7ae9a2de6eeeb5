/** The address as a browser would open it; undefined unless it's `http:` or `https:`. */
export function toWebAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
}

/**
 * True if a picture or file may be loaded: from this page's server or this machine. The sandbox
 * contacts no other host, so other pictures are shown as links only.
 */
export function isLocalAddress(text: string, pageOrigin: string): boolean {
  const url = URL.parse(text, pageOrigin);
  if (url === null) return false;
  if (url.protocol === 'blob:' || url.origin === pageOrigin) return true;
  return url.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname);
}
