/** What answers the HTTP request that brought an interaction: the first response as JSON; that it
 * comes by callback (202); a refusal, because nothing answers (401) or the process ends (503). */
export type HttpAnswer = { status: 200; json: string } | { status: 202 | 401 | 503 };

type Waiting = { answer: (answer: HttpAnswer) => void; isDelivered: Promise<boolean>; isAnswered?: boolean };

export type HttpAnswers = ReturnType<typeof createHttpAnswers>;

/** The HTTP requests that wait for the first response to the interaction that they brought. */
export function createHttpAnswers() {
  const open = new Map<string, Waiting>();
  return {
    /** Answers an interaction's request, if there is one. False if the callback must be used: there
     * is none, nothing was given for it, or the connection was gone (the callback may still be in time). */
    async give(id: string, response: object | undefined): Promise<boolean> {
      const request = open.get(id);
      if (!request || request.isAnswered) return false;
      request.isAnswered = true;
      request.answer(response ? { status: 200, json: JSON.stringify(response) } : { status: 202 });
      return response !== undefined && (await request.isDelivered);
    },
    /** Runs the work of an interaction and gives what answers its HTTP request, which may be before
     * the work ends. Where nothing answers, it is a replay: the first request has claimed the id. */
    answerOf(id: string, isDelivered: Promise<boolean>, work: () => Promise<void>): Promise<HttpAnswer> {
      return new Promise((answer) => {
        if (open.has(id)) return answer({ status: 401 });
        open.set(id, { answer, isDelivered });
        void work().finally(() => {
          open.delete(id);
          // Without effect where it was answered.
          answer({ status: 401 });
        });
      });
    },
  };
}
