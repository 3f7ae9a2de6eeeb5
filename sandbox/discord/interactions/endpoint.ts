import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { arrayBuffer } from 'node:stream/consumers';
import { type APIInteraction, InteractionType } from 'discord-api-types/v10';
import type { Uploads } from '../files.ts';
import { INTERACTION_LIMITS } from '../limits.ts';
import { DiscordProblem, problems } from '../problem.ts';
import { readBody } from '../rest/requestBody.ts';
import type { World } from '../world.ts';
import type { Signer } from './signing.ts';

/** An interaction that was sent to the endpoint, and the response. */
export type Delivery = {
  interactionId: string;
  /** The signature, by which a proxy's log names the request. */
  signature: string;
  /** 0: no response. */
  status: number;
  answer: unknown;
  problem: DiscordProblem | null;
};

type EndpointOptions = {
  world: World;
  signer: Signer;
  /** Takes the first response, like the callback's route. @throws DiscordProblem */
  acknowledge: (id: string, token: string, body: unknown, uploads: Uploads) => unknown;
  onChange: () => void;
};

const BAD_SIGNATURE = '0'.repeat(128);

/** "Preparing for Interactions", "Setting Up an Endpoint". */
export class InteractionsEndpoint {
  readonly #options: EndpointOptions;
  readonly deliveries: Delivery[] = [];
  readonly #connections = new Agent({ keepAlive: true });
  #url: string | null = null;

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  /** Null: interactions go over the gateway. */
  get url(): string | null {
    return this.#url;
  }

  /**
   * Null removes it. The endpoint must answer a PING and refuse one with a wrong signature.
   *
   * @throws DiscordProblem 50035
   */
  async setUrl(url: string | null): Promise<void> {
    if (url !== null) {
      const { clock, newId, bot } = this.#options.world;
      const ping = { id: newId(), application_id: bot.user.id, type: InteractionType.Ping, token: 'ping', version: 1 };
      const body = JSON.stringify(ping);
      const headers = this.#options.signer.headersFor(body, clock.now());
      const pong = await this.#post(url, body, headers);
      const refusal = await this.#post(url, body, { ...headers, 'x-signature-ed25519': BAD_SIGNATURE });
      if (!isPong(pong) || refusal?.status !== 401) throw notVerified();
    }
    this.#url = url;
    this.#options.onChange();
  }

  /** Takes the first response, if there is one. Never rejects. */
  async deliver(payload: APIInteraction): Promise<void> {
    const { world, signer, acknowledge } = this.#options;
    const { id, token } = payload;
    const body = JSON.stringify(payload);
    const headers = signer.headersFor(body, world.clock.now());
    const signature = headers['x-signature-ed25519'] ?? '';
    const delivery: Delivery = { interactionId: id, signature, status: 0, answer: null, problem: null };
    this.deliveries.push(delivery);
    const response = await this.#post(this.#url ?? '', body, headers);
    if (!response) return;
    delivery.status = response.status;
    // With 202 the callback follows; any other status leaves the interaction unanswered.
    if (response.status !== 200) return;
    try {
      const read = await readBody(response.body, response.type, true);
      delivery.answer = read.body;
      acknowledge(id, token, read.body, read.uploads);
    } catch (error) {
      if (!(error instanceof DiscordProblem)) throw error;
      delivery.problem = error;
    }
  }

  /** The HTTP response, if it comes within three seconds. */
  async #post(url: string, body: string, headers: Record<string, string>): Promise<Answer | undefined> {
    const timeout = new AbortController();
    const stop = this.#options.world.clock.after(INTERACTION_LIMITS.acknowledgeMs, () => timeout.abort());
    try {
      const sent = request(url, { method: 'POST', headers, signal: timeout.signal, agent: this.#connections });
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const type = response.headers['content-type'] ?? '';
      return { status: response.statusCode ?? 0, type, body: await arrayBuffer(response) };
    } catch {
      return undefined;
    } finally {
      stop();
    }
  }
}

type Answer = { status: number; type: string; body: ArrayBuffer };

function isPong(answer: Answer | undefined): boolean {
  if (answer?.status !== 200 || !/^application\/json\b/.test(answer.type)) return false;
  return /^\s*\{\s*"type"\s*:\s*1\s*\}\s*$/.test(Buffer.from(answer.body).toString());
}

function notVerified(): DiscordProblem {
  const message = 'The specified interactions endpoint url could not be verified.';
  return problems.invalidBody([{ path: ['interactions_endpoint_url'], message }]);
}
