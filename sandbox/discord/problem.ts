/** A position in a body: keys and indexes. */
export type Path = readonly (string | number)[];

/** A fault in a request: its path and a sentence. */
export type Issue = {
  path: Path;
  message: string;
};

/** Discord's tree of faults: the body's keys, down to a list called `_errors`. */
type ErrorTree = { [key: string]: ErrorTree | { code: string; message: string }[] };

/** An error response of Discord. Only 50035 has issues. */
export class DiscordProblem extends Error {
  readonly status: number;
  readonly code: number;
  readonly issues: readonly Issue[];

  constructor(status: number, code: number, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.name = 'DiscordProblem';
    this.status = status;
    this.code = code;
    this.issues = issues;
  }

  toBody(): { message: string; code: number; errors?: ErrorTree } {
    const { message, code, issues } = this;
    return { message, code, ...(issues.length > 0 && { errors: toErrorTree(issues) }) };
  }
}

/** "JSON Error Codes"; 20026 is only in discord-api-docs#2669. */
export type DmRefusalCode = 20026 | 40003 | 50001 | 50007 | 50278;

const NO_DM = 'Cannot send messages to this user';
const problem = (status: number, code: number, message: string) => () => new DiscordProblem(status, code, message);

/** Discord's refusals that the stand-in uses ("Opcodes and Status Codes", JSON error codes). */
export const problems = {
  unauthorized: problem(401, 0, '401: Unauthorized'),
  noRoute: problem(404, 0, '404: Not Found'),
  noMethod: problem(405, 0, '405: Method Not Allowed'),
  noVersion: problem(400, 50041, 'Invalid API version provided'),
  badJson: problem(400, 50109, 'The request body contains invalid JSON.'),
  unknownChannel: problem(404, 10003, 'Unknown Channel'),
  unknownMessage: problem(404, 10008, 'Unknown Message'),
  unknownUser: problem(404, 10013, 'Unknown User'),
  unknownWebhook: problem(404, 10015, 'Unknown Webhook'),
  unknownInteraction: problem(404, 10062, 'Unknown interaction'),
  botsOnlyOwn: problem(403, 20012, 'You are not authorized to perform this action on this application'),
  tooManyCommands: problem(400, 30032, 'Maximum number of application commands reached'),
  tooLarge: problem(413, 40005, 'Request entity too large'),
  alreadyAcknowledged: problem(400, 40060, 'Interaction has already been acknowledged.'),
  tooManyFollowUps: problem(400, 40094, 'This interaction has reached the maximum number of follow up messages'),
  missingAccess: problem(403, 50001, 'Missing Access'),
  othersMessage: problem(403, 50005, 'Cannot edit a message authored by another user'),
  emptyMessage: problem(400, 50006, 'Cannot send an empty message'),
  dmRefused: (code: DmRefusalCode) => new DiscordProblem(403, code, NO_DM),
  /** For opening a DM; writing in it is refused with 403 (discord-api-docs#1905). */
  noDmWith: problem(400, 50007, NO_DM),
  invalidWebhookToken: problem(401, 50027, 'Invalid Webhook Token'),
  invalidBody: (issues: readonly Issue[]) => new DiscordProblem(400, 50035, 'Invalid Form Body', issues),
} as const;

/** No page lists the inner codes. Without a prototype, a field may be called `__proto__`. */
function toErrorTree(issues: readonly Issue[]): ErrorTree {
  const root: ErrorTree = Object.create(null);
  for (const { path, message } of issues) {
    let node = root;
    for (const key of path) {
      node[key] ??= Object.create(null) as ErrorTree;
      node = node[key] as ErrorTree;
    }
    node['_errors'] = [...((node['_errors'] ?? []) as []), { code: 'INVALID', message }];
  }
  return root;
}

/** Checks a part of a body: the faults it throws get that part's key. */
export function within<Result>(key: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof DiscordProblem) || error.issues.length === 0) throw error;
    throw problems.invalidBody(error.issues.map(({ path, message }) => ({ path: [key, ...path], message })));
  }
}
