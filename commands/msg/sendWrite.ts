import { z } from 'zod';
import type { Change, WriteKind } from '../../src/discord/writeKind.ts';
import { sentView, unknownSentView } from '../../src/view/sentMessageViews.ts';
import { WORDS } from '../../src/view/words/wordsFor.ts';
import { forgetRecent } from '../characters/recentMessages.ts';
import { findSent, readSentBefore, toFirstLine, type Wanted } from './findSent.ts';

/** Recipients by handle. */
const data = z.object({ recipients: z.array(z.string()), text: z.string() });
const baseline = z.object({ alikeIds: z.array(z.string()), newestId: z.string().optional() });
const handles = z.array(z.string());
const outcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('answered'),
    delivered: z.array(z.object({ uid: z.string().exactOptional(), name: z.string() })),
    failed: handles,
    reasons: z.array(z.string()),
  }),
  /** The answer was lost; `isRead` says whether the sent messages tell that the missing ones were not sent so far. */
  z.object({ outcome: z.literal('lost'), found: handles, missing: handles, isRead: z.boolean() }),
]);
type Data = z.output<typeof data>;

/** Sends one message to one or more characters. */
export const SEND: WriteKind<Data, z.output<typeof baseline>, z.output<typeof outcome>, typeof WORDS.en> = {
  name: 'message.send',
  messages: WORDS,
  command: 'msg',
  data,
  baseline,
  outcome,
  before: ({ game, me }, message) => readSentBefore(game, me.uid, toWanted(message)),
  async send({ game, me, services, person }, { recipients, text }) {
    try {
      return {
        outcome: 'answered',
        ...(await game.character.messages.create({ uid: me.uid, receivers: recipients, communication: text })),
      };
    } finally {
      await forgetRecent(services, { person, me });
    }
  },
  lostView: (words, { recipients }) => unknownSentView(words, recipients, undefined, undefined),
  async lookUp({ game, me }, message, before, last) {
    const found = last?.outcome === 'lost' ? last.found : [];
    const looked = await findSent(game, me.uid, toWanted(message), before);
    const all = message.recipients.filter((handle) => found.includes(handle) || looked?.found.includes(handle));
    const missing = message.recipients.filter((handle) => !all.includes(handle));
    return { outcome: 'lost', found: all, missing, isRead: looked?.isWhole ?? false };
  },
  isOpen: (result) => result.outcome === 'lost' && result.missing.length > 0,
  changes({ recipients }, result): Change[] {
    const change = { action: 'message.send', detail: '' } as const;
    const toTargets = (names: readonly string[]) => names.map((name) => ({ name }));
    if (result?.outcome === 'answered') {
      const { delivered, failed } = result;
      const done: Change = { ...change, targets: delivered, result: 'done' };
      const refused: Change = { ...change, targets: toTargets(failed), result: 'refused' };
      return [...(delivered.length > 0 ? [done] : []), ...(failed.length > 0 ? [refused] : [])];
    }
    const { found, missing } = result ?? { found: [], missing: recipients };
    const done: Change = { ...change, targets: toTargets(found), result: 'done' };
    const unknown: Change = { ...change, targets: toTargets(missing), result: 'unknown' };
    return [...(found.length > 0 ? [done] : []), ...(missing.length > 0 ? [unknown] : [])];
  },
  gone: ({ messages }) => messages.send.gone,
  view(words, { id, data: { recipients, text }, outcome: result }, idFor) {
    if (result.outcome === 'answered') return sentView(words, result, text);
    const isUnreadable = !result.isRead && result.found.length === 0;
    return unknownSentView(words, recipients, isUnreadable ? 'unreadable' : result, idFor('look', { id }));
  },
};

function toWanted({ recipients, text }: Data): Wanted {
  return { recipients, firstLine: toFirstLine(text) };
}
