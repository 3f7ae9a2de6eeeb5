import type { Discord } from '../../sandbox/discord/discord.ts';
import type { RecordedRequest } from '../../sandbox/discord/rest/rest.ts';

/** Sees everything between the bot and the stand-in for Discord. */
export interface Witness {
  /** Accepts the newest malformed request with this JSON error code. @throws if there is none */
  acknowledgeRefusal(code: number): RecordedRequest;
  /** @throws with a list of everything malformed, false or unchecked */
  assertClean(): void;
}

/** Refusals of valid requests: the token expired, another process was first, DMs are closed. */
const blameless: ReadonlySet<number | undefined> = new Set([50027, 40060, 50007]);

/** Statuses that only malformed requests get. */
const malformedStatuses: ReadonlySet<number> = new Set([400, 401, 405, 413]);

type Watched = Pick<Discord, 'requests' | 'deliveries' | 'schemaChecker'>;

/** Watches a stand-in, including its earlier requests. */
export function createWitness({ requests, deliveries, schemaChecker }: Watched): Witness {
  const acknowledged = new Set<RecordedRequest>();
  const refused = () => requests.filter((request) => isMalformed(request) && !acknowledged.has(request));
  return {
    acknowledgeRefusal(code) {
      const found = refused().findLast((request) => codeOf(request) === code);
      if (!found) throw new Error(`No request was refused with ${code}`);
      acknowledged.add(found);
      return found;
    },
    assertClean() {
      const lines = [
        ...refused().map(toLine),
        ...deliveries
          .filter(({ problem }) => problem && !blameless.has(problem.code))
          .map(({ answer, problem }) => `An HTTP request's answer was refused: ${problem} ${JSON.stringify(answer)}`),
        ...schemaChecker.violations.map((one) => `The stand-in was wrong: ${one.sent} ${one.path} ${one.message}`),
      ];
      const answers = requests.filter(({ status }) => status > 0).length;
      if (schemaChecker.checked.responses < answers)
        lines.push(`Only ${schemaChecker.checked.responses} of ${answers} answers were looked at`);
      if (lines.length > 0) throw new Error(`Not everything sent was valid:\n${lines.join('\n')}`);
    },
  };
}

/** True if the request was malformed: it may be valid and get a 404 or 403. */
function isMalformed(request: RecordedRequest): boolean {
  const code = codeOf(request);
  const isUnknownAddress = request.status === 404 && code === 0;
  return isUnknownAddress || (malformedStatuses.has(request.status) && !blameless.has(code));
}

function codeOf({ answer }: RecordedRequest): number | undefined {
  return typeof answer === 'object' && answer !== null && 'code' in answer ? Number(answer.code) : undefined;
}

function toLine({ method, path, status, answer, body }: RecordedRequest): string {
  // An interaction's token is long and irrelevant.
  const address = path.replace(/[\w-]{100,}/, ':token');
  return `The bot was refused: ${method} ${address} ${status} ${JSON.stringify(answer)}\n  it had sent ${JSON.stringify(body)}`;
}
