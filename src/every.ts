/** Does the work every `ms`, each time after the last has ended. Returns how to stop. `onError` gets
 * what it throws. */
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
