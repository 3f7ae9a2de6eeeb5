import { command } from '../src/bot/command.ts';
import { suggestCharacters } from '../src/bot/contacts.ts';
import { isGameError } from '../src/game/errors.ts';
import { lookupView } from '../src/view/characterViews.ts';
import { Mistake } from '../src/view/errorView.ts';
import { plain } from '../src/view/text.ts';

const LONGEST_HANDLE = 100;

export const lookup = command({
  name: 'lookup',
  description: ({ lookup }) => lookup.description,
  visibility: 'public',
  options: {
    handle: {
      kind: 'text',
      description: ({ lookup }) => lookup.handle,
      required: true,
      maxLength: LONGEST_HANDLE,
      autocomplete: suggestCharacters,
    },
  },
  run: async ({ options: { handle }, game, words }) => {
    const found = await game.character.getByHandle({ handle }).catch((error: unknown) => {
      throw isGameError(error, 'not_found') ? new Mistake(({ lookup }) => lookup.unknown(plain(handle))) : error;
    });
    return lookupView(words, found);
  },
});
