import { AsyncLocalStorage } from 'node:async_hooks';
import { styleText } from 'node:util';
import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino } from 'pino';
import { CommlinkError } from './errors.ts';

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
/** Codes of errors while the store, Discord, the game, its OAuth server or the bot isn't there. */
const OUTAGES = ['store_unavailable', 'discord_unavailable', 'service_unavailable', 'unavailable', 'not_ready'];
/** Interval between lines about an outage, however many parts notice it. */
const OUTAGE_EVERY_MS = 60_000;
const [INFO_LEVEL, ERROR_LEVEL] = [30, 50];

/** The fields of every line that is logged while an interaction's or a job's work runs. */
const traces = new AsyncLocalStorage<Readonly<Record<string, string>>>();

export function traced<T>(fields: Readonly<Record<string, string>>, work: () => T): T {
  return traces.run(fields, work);
}

/** The process's logger: to `destination`, else lines for people on a terminal, else JSON. */
export function createLogger({ level }: { level: string }, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
    // The hook has done the others, which may have no stack.
    serializers: { err: (err: unknown) => (err instanceof Error ? toLoggedError(err) : err) },
    mixin: () => ({ ...traces.getStore() }),
    hooks: { logMethod: createFilter() },
  };
  const to = destination ?? (process.stdout.isTTY ? READABLE : undefined);
  return to ? pino(options, to) : pino(options);
}

/** Below `error`, logs one line a minute of those about an outage, and foreseen errors without a
 * stack. An orderly stop is no error. */
function createFilter(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  const outages = new Map<string, { loggedAt: number; skipped: number }>();
  return function (args, method, level) {
    const { err, ...entry } = Object(args[0]) as { err?: unknown };
    if (err === undefined) return method.apply(this, args);
    const { code, operation, cause } = Object(err) as { code?: unknown; operation?: unknown; cause?: unknown };
    if (level > INFO_LEVEL && [err, cause].some((each) => Object(each).code === 'process_stopping'))
      return this.info(...args);
    const isForeseen = err instanceof CommlinkError && level < ERROR_LEVEL;
    const last = outages.get(`${code} ${operation}`);
    const isOutage = isForeseen && OUTAGES.includes(String(code));
    if (isOutage && last && Date.now() - last.loggedAt < OUTAGE_EVERY_MS) return void last.skipped++;
    if (isOutage) outages.set(`${code} ${operation}`, { loggedAt: Date.now(), skipped: 0 });
    const skipped = isOutage && last?.skipped ? { skipped: last.skipped } : {};
    args[0] = { ...entry, err: toLoggedError(err, !isForeseen), ...skipped } as never;
    method.apply(this, args);
  };
}

const COLORS = { 40: 'yellow', 50: 'red', 60: 'red' } as const;
export const READABLE: DestinationStream = { write: (line) => process.stdout.write(toReadable(line)) };

/** Time, level, message and errors, then the other fields. */
export function toReadable(line: string): string {
  const { level, time, msg = '', err, pid: _pid, hostname: _hostname, ...fields } = JSON.parse(line);
  let [sentence, stacks] = [`${msg}`, ''];
  for (let each = err; each; each = each.cause) {
    if (!sentence.includes(each.message)) sentence += `: ${each.message ?? each}`;
    if (each.stack) stacks += `\n${each.stack}`;
  }
  const rest = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const color = COLORS[level as keyof typeof COLORS] ?? 'dim';
  const label = styleText(color, `${pino.levels.labels[level]}`.toUpperCase().padEnd(5), { stream: process.stdout });
  // Texts from outside must not move the cursor.
  const text = `${sentence}${rest.join('')}`.replace(/\p{Cc}/gu, '?');
  return `${new Date(time).toTimeString().slice(0, 8)} ${label} ${text}${stacks}\n`;
}

/** Keeps only safe fields: libraries attach requests, responses and tokens to their errors. */
export function toLoggedError(err: unknown, hasStack = true, depth = 0): unknown {
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
    ...(hasStack && {
      stack: err.stack
        ?.split('\n')
        .filter((line) => /^ {4}at .*(:\d+:\d+|<anonymous>)\)?$/.test(line))
        .join('\n'),
    }),
    ...(Array.isArray(errors) && !isDeep && { errors: errors.map((each) => toLoggedError(each, hasStack, depth + 1)) }),
    ...(err.cause !== undefined && !isDeep && { cause: toLoggedError(err.cause, hasStack, depth + 1) }),
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
