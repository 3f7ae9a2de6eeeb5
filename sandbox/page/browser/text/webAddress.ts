/** The address as a browser would open it, or undefined unless it is `http:` or `https:`. */
export function toWebAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
}

/**
 * Whether a picture or a file may be loaded: from this page's own server or from this machine. The sandbox asks nothing of any other
 * host, so other pictures are shown as a link only.
 */
export function isLocalAddress(text: string, pageOrigin: string): boolean {
  const url = URL.parse(text, pageOrigin);
  if (url === null) return false;
  if (url.protocol === 'blob:' || url.origin === pageOrigin) return true;
  return url.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname);
}
