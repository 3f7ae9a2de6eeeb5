import type { KitTexts } from '../../view/en.ts';
import { AlreadyUsed, UserError } from '../../view/errorView.ts';
import { plain } from '../../view/text.ts';
import type { SingleKind } from '../../writes/kind.ts';
import type { HandlerContext } from './context.ts';

/** The confirmation that a person pressed. Throws {@link AlreadyUsed} if it's gone, or a
 * {@link UserError} if it was for another character than the one that is linked now. */
export async function findProposal<D, B, O, M extends KitTexts>(
  context: Pick<HandlerContext<readonly ['CHARACTER_READ'], M>, 'me' | 'person' | 'texts' | 'services'>,
  kind: SingleKind<D, B, O, M>,
  id: string,
) {
  const { me, person, texts, services } = context;
  const found = await services.writes.find({ person }, kind, id);
  if (found === undefined) throw new AlreadyUsed(kind.gone(texts));
  const { character } = found.proposal;
  if (character.uid === me.uid) return found;
  if (found.isUsed) throw new AlreadyUsed(kind.gone(texts));
  throw new UserError(texts.errors.otherCharacter(plain(character.name, 60), plain(me.name, 60)));
}
