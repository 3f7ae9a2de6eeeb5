import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Fields whose values never reach a log, at the top of an entry and one or two levels below. */
const SECRET_FIELDS = [
  'token',
  'accessToken',
  'refreshToken',
  'access_token',
  'refresh_token',
  'client_secret',
  'clientSecret',
  'authorization',
  'Authorization',
  'cookie',
  'codeVerifier',
];

export type LogOptions = { level: string; pretty?: boolean };

/** The process's logger: JSON lines to standard output, secrets redacted; `pretty` makes them readable on a terminal. */
export function createLogger({ level, pretty = false }: LogOptions): Logger {
  return pino({
    level,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
    ...(pretty && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
    }),
  });
}
