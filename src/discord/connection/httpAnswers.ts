/** The response to an interaction's HTTP request: its first response as JSON; 202 if that comes by
 * callback; 401 if nothing responds; 503 while the process starts or stops. */
export type HttpAnswer = { status: 200; json: string } | { status: 202 | 401 | 503 };

type Waiting = { answer: (answer: HttpAnswer) => void; isDelivered: Promise<boolean>; isAnswered?: boolean };

export type HttpAnswers = ReturnType<typeof createHttpAnswers>;

/** HTTP requests that wait for the first response to their interaction. */
export function createHttpAnswers() {
  const open = new Map<string, Waiting>();
  return {
    /** False if no request waits, `response` is missing or the connection is lost: use the
     * callback. */
    async give(id: string, response: object | undefined): Promise<boolean> {
      const request = open.get(id);
      if (!request || request.isAnswered) return false;
      request.isAnswered = true;
      request.answer(response ? { status: 200, json: JSON.stringify(response) } : { status: 202 });
      return response !== undefined && (await request.isDelivered);
    },
    /** Runs an interaction's work. Resolves with the HTTP response, maybe before the work ends. If
     * nothing responds, it's a replay: the first request has claimed the id. */
    answerOf(id: string, isDelivered: Promise<boolean>, work: () => Promise<void>): Promise<HttpAnswer> {
      return new Promise((answer) => {
        if (open.has(id)) return answer({ status: 401 });
        open.set(id, { answer, isDelivered });
        void work().finally(() => {
          open.delete(id);
          // No effect if it was answered.
          answer({ status: 401 });
        });
      });
    },
  };
}
