import { commandsIn } from '../../src/discord/declare/command.ts';
import { noticeView, UserError } from '../../src/view/errorView.ts';
import { TYPED_FIELD, typeModal } from './batchView.ts';
import { TEXTS } from './en.ts';

const { reply, update, modal } = commandsIn(TEXTS);

type OnBatch = { id: string };
type OnTicket = { ticket: string };

const press = (wish: 'pause' | 'resume' | 'stop') =>
  update<OnBatch>({ run: ({ services, args, ...context }) => services.batches.press(context, args.id, wish) });

/** What the buttons of every batch do. To stop one, no login is needed. */
export const batchActions = {
  confirm: update<OnTicket, []>({
    needs: [],
    run: ({ services, args, fields, ...context }) =>
      services.batches.confirm({ services, ...context }, args.ticket, fields[TYPED_FIELD]),
  }),
  type: modal<OnTicket & { expected: number }>({
    run: ({ texts, args }) => typeModal(texts, args.ticket, args.expected),
  }),
  drop: update<OnTicket, []>({
    needs: [],
    run: async ({ services, args, texts, ...context }) => {
      if (await services.batches.drop(context, args.ticket)) return noticeView(texts.batch.canceled);
      throw new UserError(texts.errors.ticketGone);
    },
  }),
  pause: press('pause'),
  resume: press('resume'),
  stop: press('stop'),
  // The report stays, and with it the button: what is previewed may expire.
  undo: reply<OnBatch, []>({
    needs: [],
    run: ({ services, args, ...context }) => services.batches.undo({ services, ...context }, args.id),
  }),
  rest: update<OnBatch, []>({
    needs: [],
    run: ({ services, args, ...context }) => services.batches.rest({ services, ...context }, args.id),
  }),
  /** A recent one, chosen in `/account`. */
  batch: update({
    run: ({ services, values, ...context }) => services.batches.show(context, values[0] ?? ''),
  }),
};
