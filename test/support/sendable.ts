import { MessageFlags } from 'discord-api-types/v10';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { DiscordProblem } from '../../sandbox/discord/problem.ts';
import { checkMessage } from '../../sandbox/discord/validation/messageRules.ts';
import { checkModal } from '../../sandbox/discord/validation/modalRules.ts';
import { withOwner } from '../../src/view/customId.ts';
import { finish } from '../../src/view/finish.ts';
import type { Translations } from '../../src/view/language.ts';
import type { MessageView, ModalView } from '../../src/view/message.ts';
import { OWNER } from './ids.ts';
import { textOf } from './messages.ts';
import { findFaults, SPOKEN } from './pseudo.ts';

const PIECES = ['@everyone', '<@1>', '**', '\\', '`', '[x](https://a.example)', '\n# ', '\u202e', '😀', '||', '- '];

/** Words of this and other data. fast-check also uses names that every object or function has. */
const NAMES = [{}, fc.string].flatMap((one) => Object.getOwnPropertyNames(Object.getPrototypeOf(one)));
const WORDS = `${PIECES} ${NAMES} Jane Doe give_privs`;

/** Texts that the game, or someone who writes to it, could send. */
export const hostile = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 400, size: 'max' }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 80, size: 'max' }).map((parts) => parts.join('')),
    fc.constantFrom('', ' ', '\u200b', '\ud800', '\n# x'.repeat(2_000), '_'.repeat(9_000), '😀'.repeat(5_000)),
  )
  .map((text) => text.replace(/[⟦⟧]/g, '['));
/** A number that the game could send. */
export const amount = fc.oneof(fc.maxSafeInteger(), fc.double({ min: -1e15, max: 1e15, noNaN: true }), fc.constant(0));
export const moment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') });
/** A character, place or faction. */
export const named = fc.record({ uid: hostile, name: hostile });
/** {@link named}, maybe without a UID. */
export const reference = fc.record({ uid: hostile, name: hostile }, { requiredKeys: ['name'] });
/** The number of runs of a property: shrinking large records would take minutes. */
export const RUNS = { numRuns: 40, endOnFailure: true };

/** A command's texts, in any language, or the pseudo-language. */
export function textsOf<T>(translations: Translations<T>): fc.Arbitrary<T> {
  return fc.constantFrom(...inAll(translations));
}

export function inAll<T>(translations: Translations<T>): T[] {
  return SPOKEN.map((language) => translations[language]);
}

/** Fails if Discord would refuse the message, by its published schema and limits, or change it. */
export function expectSendable(made: MessageView): void {
  const site = new URL('https://game.example/');
  const view = finish(made, { owner: OWNER, site, mention: (content) => content });
  const files = new Map((view.files ?? []).map(({ name }, index) => [`${index}`, { filename: name }]));
  const body = { components: view.components, flags: MessageFlags.IsComponentsV2 };
  expectNoFault(() => checkMessage('channelCreate', JSON.parse(JSON.stringify(body)), { files }));
  for (const text of textOf(view).split('\n')) expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(textOf(view).isWellFormed()).toBe(true);
  expectTranslated(view);
}

/** Fails if Discord would refuse the modal. */
export function expectSendableModal(modal: ModalView): void {
  expectNoFault(() =>
    checkModal(JSON.parse(JSON.stringify({ ...modal, custom_id: withOwner(modal.custom_id, OWNER) }))),
  );
  expectTranslated(modal);
}

/** What has a text of the pseudo-language must be in it as a whole. */
const expectTranslated = (sent: object): void =>
  expect(JSON.stringify(sent).includes('⟦') ? findFaults(sent, WORDS) : []).toEqual([]);

function expectNoFault(check: () => unknown): void {
  try {
    check();
  } catch (error) {
    throw new Error(JSON.stringify((error as DiscordProblem).issues), { cause: error });
  }
}
