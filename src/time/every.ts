/** Does the work every `ms`, but skips a turn while the last one is running. `onError` gets what the
 * work throws. Returns a function to stop. */
export function every(ms: number, work: () => unknown, onError: (error: unknown) => void = () => {}): () => void {
  let isRunning = false;
  const timer = setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work();
    } catch (error) {
      onError(error);
    } finally {
      isRunning = false;
    }
  }, ms);
  return () => clearInterval(timer);
}
