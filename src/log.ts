import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

/** Fields whose values are never logged, at the top of an entry and up to two levels below. */
const SECRET_FIELDS = [
  ...['token', 'accessToken', 'refreshToken', 'access_token', 'refresh_token', 'client_secret', 'clientSecret'],
  ...['authorization', 'Authorization', 'cookie', 'codeVerifier'],
];

/** Logged fields of errors, besides name, message and stack: never what was sent or received. */
const SAFE_FIELDS = ['code', 'status', 'method', 'operation', 'error'];
/** Codes of errors whose message isn't logged: it may repeat what a person typed. */
const PRIVATE_CODES = ['user_error', 'refusal'];
const MAX_CAUSES = 5;
const MAX_MESSAGE_CHARACTERS = 500;
/** Interval between lines about an outage of the store, however many parts notice it. */
const OUTAGE_EVERY_MS = 60_000;
const ERROR_LEVEL = 50;

/** The fields of every line that is logged while an interaction's or a job's work runs. */
const traces = new AsyncLocalStorage<Readonly<Record<string, string>>>();

export function traced<T>(fields: Readonly<Record<string, string>>, work: () => T): T {
  return traces.run(fields, work);
}

/** The process's logger: JSON lines to `destination` (standard output). */
export function createLogger({ level }: { level: string }, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
    serializers: { err: toLoggedError },
    mixin: () => ({ ...traces.getStore() }),
    hooks: { logMethod: createOutageFilter() },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Logs one line a minute of those below `error` that only say that the store is down. */
function createOutageFilter(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let skipped = 0;
  return function (args, method, level) {
    const { err } = Object(args[0]) as { err?: unknown };
    if (err instanceof Error && err.name === 'StoreUnavailable' && level < ERROR_LEVEL) {
      skipped += 1;
      if (Date.now() - loggedAt < OUTAGE_EVERY_MS) return;
      Object.assign(Object(args[0]), skipped > 1 && { skipped: skipped - 1 });
      [loggedAt, skipped] = [Date.now(), 0];
    }
    method.apply(this, args);
  };
}

/** Keeps only safe fields: libraries attach requests, responses and tokens to their errors. */
export function toLoggedError(err: unknown, depth = 0): unknown {
  if (!(err instanceof Error)) return typeof err === 'string' ? withoutContent(err) : typeof err;
  const facts = Object.entries(Object.getOwnPropertyDescriptors(err)).flatMap(([name, { value }]) =>
    SAFE_FIELDS.includes(name) && /^[\w.-]{1,60}$/.test(String(value)) ? [[name, value]] : [],
  );
  const { errors } = err as { errors?: unknown };
  const isDeep = depth >= MAX_CAUSES;
  return {
    type: err.name,
    message: toLoggedMessage(err),
    ...Object.fromEntries(facts),
    stack: err.stack
      ?.split('\n')
      .filter((line) => /^ {4}at .*(:\d+:\d+|<anonymous>)\)?$/.test(line))
      .join('\n'),
    ...(Array.isArray(errors) && !isDeep && { errors: errors.map((each) => toLoggedError(each, depth + 1)) }),
    ...(err.cause !== undefined && !isDeep && { cause: toLoggedError(err.cause, depth + 1) }),
  };
}

function toLoggedMessage(err: Error & { code?: unknown }): string {
  if (PRIVATE_CODES.includes(String(err.code))) return String(err.code);
  // It quotes the input, which may be a person's message or a token.
  if (err instanceof SyntaxError) return 'malformed input';
  // A ZodError's message is JSON without values; any other quotation may be private.
  return withoutContent('issues' in err ? err.message : err.message.replace(/"[\s\S]*"/g, '"…"'));
}

/** Addresses may hold one-time links, codes and tokens, so only protocol and host are logged. */
function withoutContent(message: string): string {
  return message
    .replace(/\b\w+:\/\/[^\s"'<>]+/g, (address) => {
      const url = URL.parse(address);
      return url ? `${url.protocol}//${url.host}/…` : '…';
    })
    .slice(0, MAX_MESSAGE_CHARACTERS);
}
