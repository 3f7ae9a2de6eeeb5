import { suggestCharacters } from '../characters/contacts.ts';
import { findByHandle } from '../characters/findCharacter.ts';
import { command } from '../declare.ts';
import { lookupView } from '../profile/profileView.ts';

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
  run: async ({ options: { handle }, words, ...asking }) => lookupView(words, await findByHandle(asking, handle)),
});
