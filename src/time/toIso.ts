/** ISO 8601 of milliseconds since the epoch. */
export function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
