/** The response to an interaction's HTTP request: its first response as JSON; 202 if that comes by
 * callback; 401 if nothing responds; 503 while the process starts or stops. */
export type EndpointResponse = { status: 200; json: string } | { status: 202 | 401 | 503 };

type OpenRequest = { answer: (answer: EndpointResponse) => void; isDelivered: Promise<boolean>; isAnswered?: boolean };

export type EndpointResponses = ReturnType<typeof createEndpointResponses>;

/** HTTP requests that wait for the first response to their interaction. */
export function createEndpointResponses() {
  const open = new Map<string, OpenRequest>();
  return {
    /** False if no request waits, `response` is missing or the connection is lost: use the
     * callback. */
    async respond(id: string, response: object | undefined): Promise<boolean> {
      const request = open.get(id);
      if (!request || request.isAnswered) return false;
      request.isAnswered = true;
      request.answer(response ? { status: 200, json: JSON.stringify(response) } : { status: 202 });
      return response !== undefined && (await request.isDelivered);
    },
    /** Runs an interaction's work. Resolves with the HTTP response, maybe before the work ends. If
     * nothing responds, it's a replay: the first request has claimed the id. */
    responseTo(id: string, isDelivered: Promise<boolean>, work: () => Promise<void>): Promise<EndpointResponse> {
      return new Promise((answer) => {
        if (open.has(id)) return answer({ status: 401 });
        open.set(id, { answer, isDelivered });
        void work().finally(() => {
          open.delete(id);
          // No effect if there was a response.
          answer({ status: 401 });
        });
      });
    },
  };
}
