import { z } from 'zod';
import type { Change, WriteKind } from '../../src/discord/writeKind.ts';
import { reference } from '../../src/game/party.ts';
import { forgetRecent } from '../characters/recentMessages.ts';
import { mayStartOver } from './checks.ts';
import { de } from './de.ts';
import { findSent, readSentBefore } from './findSent.ts';
import { toComposeId } from './ids.ts';
import { en, type MsgMessages } from './messages.ts';
import { checkingView, lostView, sentView } from './sentViews.ts';

/** Recipients by handle. */
const data = z.object({ recipients: z.array(z.string()), text: z.string() });
const baseline = z.object({ alikeIds: z.array(z.string()), newestId: z.string().optional() });
const handles = z.array(z.string());
const outcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('answered'),
    delivered: z.array(reference),
    failed: handles,
    reasons: z.array(z.string()),
  }),
  /** The response was lost. `isRead`: whether the sent messages reach back far enough to tell. */
  z.object({
    outcome: z.literal('lost'),
    found: handles,
    missing: handles,
    isRead: z.boolean(),
    /** When that was last checked, in ms since the epoch. */
    checkedAt: z.number().optional(),
  }),
]);

/** Sends one message to one or more characters. */
export const SEND: WriteKind<
  z.output<typeof data>,
  z.output<typeof baseline>,
  z.output<typeof outcome>,
  MsgMessages
> = {
  name: 'message.send',
  messages: { en, de },
  command: 'msg',
  data,
  baseline,
  outcome,
  before: ({ game, me }, message) => readSentBefore(game, me.uid, message),
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
  lostView: (messages, { recipients }) => checkingView(messages, recipients),
  async lookUp({ game, me }, message, before, last) {
    const found = last?.outcome === 'lost' ? last.found : [];
    const looked = await findSent(game, me.uid, message, before);
    const all = message.recipients.filter((handle) => found.includes(handle) || looked?.found.includes(handle));
    const missing = message.recipients.filter((handle) => !all.includes(handle));
    return { outcome: 'lost', found: all, missing, isRead: looked?.isWhole ?? false, checkedAt: Date.now() };
  },
  isOpen: (result) => result.outcome === 'lost' && result.missing.length > 0,
  changes({ recipients }, result) {
    const toChange = (to: readonly (string | Change['targets'][number])[], what: Change['result']): Change[] => {
      const targets = to.map((one) => (typeof one === 'string' ? { name: one } : one));
      return targets.length > 0 ? [{ action: 'message.send', detail: '', targets, result: what }] : [];
    };
    if (result?.outcome === 'answered')
      return [...toChange(result.delivered, 'done'), ...toChange(result.failed, 'refused')];
    const { found, missing } = result ?? { found: [], missing: recipients };
    return [...toChange(found, 'done'), ...toChange(missing, 'unknown')];
  },
  gone: (messages) => messages.send.gone,
  view(messages, { id, data: { text }, outcome: result, startedAt }, idFor) {
    const sent = idFor('sent');
    if (result.outcome === 'answered') return sentView(messages, result, text, sent);
    const compose = mayStartOver(startedAt, result.checkedAt) ? toComposeId(idFor, result.missing) : undefined;
    return lostView(messages, result, text, { check: idFor('check', { id }), sent, compose });
  },
};
