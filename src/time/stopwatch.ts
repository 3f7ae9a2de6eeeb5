/** Returns a function that gives the elapsed milliseconds, by the clock that shows more: one stops
 * while the machine is suspended, the other can be set back. */
export function stopwatch(): () => number {
  const [monotonic, wall] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - monotonic, Date.now() - wall);
}
