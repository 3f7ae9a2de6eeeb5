import type { GameClient } from '../game/client.ts';
import type { Link } from './links.ts';
import { LoginProblem } from './loginProblem.ts';
import type { Tokens } from './oauth.ts';
import type { Sealer } from './seal.ts';

/** The name of a user's quota budget, which doesn't reveal the user. */
export function toBudget(sealer: Sealer, discordUserId: string): string {
  return sealer.pseudonym(discordUserId, 'budget');
}

/** Asks the game, on the user's budget, whose tokens these are. Throws {@link LoginProblem}. */
export async function whoIs(
  { game, sealer }: { game: GameClient; sealer: Sealer },
  discordUserId: string,
  tokens: Tokens,
): Promise<Pick<Link, 'character' | 'scopes'>> {
  const budget = toBudget(sealer, discordUserId);
  const accessToken = async (): Promise<string> => tokens.accessToken;
  const client = game.actingAs({ budget, accessToken, renew: async () => undefined });
  try {
    const { uid, name } = await client.character.me();
    const scopes = tokens.scopes ?? (await client.character.permissions.getScopes({ uid }));
    return { character: { uid, name }, scopes };
  } catch (cause) {
    throw new LoginProblem('unavailable', { cause });
  }
}
