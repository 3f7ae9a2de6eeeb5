import project from '../../../package.json' with { type: 'json' };

/** The `User-Agent` of requests to the game. It doesn't say "bot", which bot filters look for. */
export function toUserAgent(publicUrl: URL | undefined): string {
  return `Commlink/${project.version}${publicUrl ? ` (+${publicUrl})` : ''}`;
}
