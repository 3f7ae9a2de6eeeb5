import { z } from 'zod';
import { rowState } from '../account/trail.ts';
import { isGameError } from '../game/errors.ts';
import { UserError } from '../view/errorView.ts';
import { KIT_TEXTS } from '../view/language.ts';
import type { MessageView } from '../view/message.ts';
import type { Change } from './change.ts';
import type { AnyListKind, AnySingleKind } from './kind.ts';

const outcome = z.object({ state: rowState, reason: z.string().optional() });
type RowOutcome = z.output<typeof outcome>;

/** Adapts a list kind to one row that is sent within its interaction. */
export function toSingleKind(
  kind: AnyListKind,
  view: (kind: AnyListKind, change: Change) => MessageView,
): AnySingleKind {
  const isSet = async (actor: Parameters<AnyListKind['read']>[0], data: unknown): Promise<boolean | undefined> => {
    const now = await kind.read(actor, [data]);
    return kind.compare([{ data, state: 'sending' }], now, now)[0];
  };
  return {
    ...{ name: kind.name, scope: kind.scope, texts: KIT_TEXTS, row: kind.row, outcome },
    baseline: z.unknown(),
    async before(context, data) {
      if (await isSet(context, data)) throw new UserError(KIT_TEXTS[context.language].batch.nothing);
      return null;
    },
    async send(actor, data): Promise<RowOutcome> {
      try {
        await kind.send(actor, data);
        return { state: 'done' };
      } catch (error) {
        if (!isGameError(error, 'refused')) throw error;
        return { state: 'refused', reason: error.failure.reason };
      }
    },
    async identify(context, data, _, answered): Promise<RowOutcome> {
      const { state } = answered as RowOutcome;
      return state === 'done' && kind.isReadBack && (await isSet(context, data)) === false
        ? { state: 'failed' }
        : (answered as RowOutcome);
    },
    async lookUp(context, data): Promise<RowOutcome> {
      return { state: (await isSet(context, data).catch(() => undefined)) ? 'found' : 'unknown' };
    },
    isOpen: (result) => (result as RowOutcome).state === 'unknown',
    changes(data, result) {
      const { target, ...change } = kind.record(kind.row.parse(data));
      const { state } = (result as RowOutcome | undefined) ?? { state: 'unknown' };
      return [{ ...change, targets: [target], result: RESULTS[state] ?? 'unknown' }];
    },
    gone: ({ batch }) => batch.gone,
    expired: ({ batch }) => batch.expired,
    pendingView: (change) => view(kind, change),
    view: (_, { change, outcome }) =>
      change
        ? view(kind, { ...change, rows: change.rows.map((row) => ({ ...row, ...(outcome as RowOutcome) })) })
        : missingChange(),
  } as AnySingleKind;
}

const RESULTS: Partial<Record<RowOutcome['state'], 'done' | 'refused' | 'failed'>> = {
  ...{ done: 'done', found: 'done', refused: 'refused', failed: 'failed' },
};

function missingChange(): never {
  throw new Error("A list kind's view needs the stored change.");
}
