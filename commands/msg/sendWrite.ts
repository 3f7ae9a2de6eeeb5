import type { Change, WriteKind } from '../../src/discord/writeKind.ts';
import { forgetRecent } from '../characters/recentMessages.ts';
import { de } from './de.ts';
import { en, type MsgMessages } from './messages.ts';
import {
  findSent,
  readSentBefore,
  type Sending,
  type SendOutcome,
  type SentBefore,
  sending,
  sendOutcome,
  sentBefore,
} from './sending.ts';
import { checkingView, sendView } from './sendViews.ts';

/** Sends one message to one or more characters. */
export const SEND: WriteKind<Sending, SentBefore, SendOutcome, MsgMessages> = {
  name: 'message.send',
  messages: { en, de },
  command: 'msg',
  data: sending,
  baseline: sentBefore,
  outcome: sendOutcome,
  before: readSentBefore,
  async send({ game, me, services, person }, { recipients, text }) {
    try {
      const sent = await game.character.messages.create({ uid: me.uid, receivers: recipients, communication: text });
      return { outcome: 'answered', ...sent };
    } finally {
      await forgetRecent(services, { person, me });
    }
  },
  lostView: checkingView,
  lookUp: findSent,
  isOpen: (result) => result.outcome === 'lost' && result.missing.length > 0,
  changes({ recipients }, outcome) {
    const byName = (handles: readonly string[]) => handles.map((name) => ({ name }));
    const parts: [Change['targets'], Change['result']][] =
      outcome?.outcome === 'answered'
        ? [
            [outcome.delivered, 'done'],
            [byName(outcome.failed), 'refused'],
          ]
        : [
            [byName(outcome?.found ?? []), 'done'],
            [byName(outcome?.missing ?? recipients), 'unknown'],
          ];
    return parts
      .filter(([targets]) => targets.length > 0)
      .map(([targets, result]) => ({ action: 'message.send', targets, detail: '', result }));
  },
  gone: (messages) => messages.gone,
  view: sendView,
};
