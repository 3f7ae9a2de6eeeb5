import type { GameClient } from '../game/client.ts';
import type { Link } from './links.ts';
import { LoginProblem } from './loginProblem.ts';
import type { Tokens } from './oauth.ts';

/**
 * Asks the game whose tokens these are, and what they allow if the token response didn't say. The
 * requests draw on `budget`. Throws {@link LoginProblem} `unavailable`.
 */
export async function whoIs(
  game: GameClient,
  budget: string,
  tokens: Tokens,
): Promise<Pick<Link, 'character' | 'scopes'>> {
  const accessToken = async (): Promise<string> => tokens.accessToken;
  const client = game.actingAs({ budget, accessToken, renew: async () => undefined });
  try {
    const { uid, name } = await client.character.me();
    return {
      character: { uid, name },
      scopes: tokens.scopes ?? (await client.character.permissions.getScopes({ uid })),
    };
  } catch (cause) {
    throw new LoginProblem('unavailable', { cause });
  }
}
