/** One fault in a request's body: where it is, and Discord's code and sentence for it. */
export interface Issue {
  path: readonly (string | number)[];
  code: string;
  message: string;
}

/** Discord's tree of faults: keys of the body down to a list called `_errors`. */
export interface ErrorTree {
  [key: string]: ErrorTree | { code: string; message: string }[];
}

/** A refusal in Discord's form: HTTP status, JSON error code, sentence, and for 50035 the tree of faults. */
export class DiscordProblem extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: ErrorTree | undefined;

  constructor(status: number, code: number, message: string, errors?: ErrorTree) {
    super(message);
    this.name = 'DiscordProblem';
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  /** The response body. */
  toBody(): { message: string; code: number; errors?: ErrorTree } {
    return { message: this.message, code: this.code, ...(this.errors && { errors: this.errors }) };
  }
}

/**
 * Ways in which Discord refuses a bot's direct messages ("JSON Error Codes"; 20026 is not in that table, its words are those of
 * discord-api-docs#2669).
 */
const dmRefusals = {
  20026: 'Your bot has been flagged by our anti-spam system for abusive behavior.',
  40003: 'You are opening direct messages too fast',
  50001: 'Missing Access',
  50007: 'Cannot send messages to this user',
  50278: 'Cannot send messages to this user due to having no mutual guilds',
} as const;

/** The JSON error code of a refused direct message. */
export type DmRefusalCode = keyof typeof dmRefusals;

/** Discord's refusals that the stand-in uses (documentation, "Opcodes and Status Codes", JSON error codes). */
export const problems = {
  unauthorized: () => new DiscordProblem(401, 0, '401: Unauthorized'),
  noRoute: () => new DiscordProblem(404, 0, '404: Not Found'),
  noMethod: () => new DiscordProblem(405, 0, '405: Method Not Allowed'),
  noVersion: () => new DiscordProblem(400, 50041, 'Invalid API version provided'),
  badJson: () => new DiscordProblem(400, 50109, 'The request body contains invalid JSON.'),
  unknownChannel: () => new DiscordProblem(404, 10003, 'Unknown Channel'),
  unknownGuild: () => new DiscordProblem(404, 10004, 'Unknown Guild'),
  unknownMember: () => new DiscordProblem(404, 10007, 'Unknown Member'),
  unknownMessage: () => new DiscordProblem(404, 10008, 'Unknown Message'),
  unknownUser: () => new DiscordProblem(404, 10013, 'Unknown User'),
  unknownWebhook: () => new DiscordProblem(404, 10015, 'Unknown Webhook'),
  unknownRole: () => new DiscordProblem(404, 10011, 'Unknown Role'),
  unknownInteraction: () => new DiscordProblem(404, 10062, 'Unknown interaction'),
  unknownCommand: () => new DiscordProblem(404, 10063, 'Unknown application command'),
  botsOnlyOwn: () =>
    new DiscordProblem(403, 20012, 'You are not authorized to perform this action on this application'),
  tooManyCommands: (limit: number) =>
    new DiscordProblem(400, 30032, `Maximum number of application commands reached (${limit})`),
  tooLarge: () => new DiscordProblem(413, 40005, 'Request entity too large'),
  alreadyAcknowledged: () => new DiscordProblem(400, 40060, 'Interaction has already been acknowledged.'),
  tooManyFollowUps: () =>
    new DiscordProblem(400, 40094, 'This interaction has reached the maximum number of follow up messages'),
  missingAccess: () => new DiscordProblem(403, 50001, 'Missing Access'),
  othersMessage: () => new DiscordProblem(403, 50005, 'Cannot edit a message authored by another user'),
  emptyMessage: () => new DiscordProblem(400, 50006, 'Cannot send an empty message'),
  dmRefused: (code: DmRefusalCode) => new DiscordProblem(403, code, dmRefusals[code]),
  /** Opening a DM, other than writing in it, is refused with 400 and this code (discord-api-docs#1905). */
  noDmWith: () => new DiscordProblem(400, 50007, dmRefusals[50007]),
  missingPermissions: () => new DiscordProblem(403, 50013, 'Missing Permissions'),
  invalidWebhookToken: () => new DiscordProblem(401, 50027, 'Invalid Webhook Token'),
  invalidSticker: () => new DiscordProblem(400, 50081, 'Invalid sticker sent'),
  invalidBody: (issues: readonly Issue[]) => new DiscordProblem(400, 50035, 'Invalid Form Body', toErrorTree(issues)),
} as const;

/** Discord's tree of faults from a list of them. */
export function toErrorTree(issues: readonly Issue[]): ErrorTree {
  const root: ErrorTree = {};
  for (const { path, code, message } of issues) {
    let node = root;
    for (const key of path) {
      const next = node[key];
      if (next && !Array.isArray(next)) node = next;
      else node = node[key] = {};
    }
    const list = node['_errors'];
    if (Array.isArray(list)) list.push({ code, message });
    else node['_errors'] = [{ code, message }];
  }
  return root;
}

/** Runs a check of a part of a body: the faults it throws are moved under that part's key. */
export function within<Result>(key: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof DiscordProblem) || !error.errors) throw error;
    throw new DiscordProblem(error.status, error.code, error.message, { [key]: error.errors });
  }
}
