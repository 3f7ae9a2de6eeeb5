/** Does the work every `ms`, and now if `atOnce`, but skips a turn while the last one is running.
 * `onError` gets its errors. Returns a stop function, which resolves when no turn is running. */
export function every(
  ms: number,
  work: () => unknown,
  { onError = () => {}, atOnce = false }: { onError?: (error: unknown) => void; atOnce?: boolean } = {},
): () => Promise<void> {
  let turn: Promise<void> | undefined;
  const run = async (): Promise<unknown> => await work();
  const begin = (): void => {
    // Work that throws at once must not end before its turn is noted.
    turn ??= run()
      .then(() => {}, onError)
      .finally(() => {
        turn = undefined;
      });
  };
  if (atOnce) begin();
  const timer = setInterval(begin, ms);
  return async () => {
    clearInterval(timer);
    await turn;
  };
}
