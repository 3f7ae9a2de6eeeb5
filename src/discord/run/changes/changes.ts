import { noticeView } from '../../../view/errorView.ts';
import { KIT_TEXTS } from '../../../view/language.ts';
import { commandsIn } from '../../declare/command.ts';
import { TYPED_FIELD, typeModal } from './batchView.ts';
import { ids } from './ids.ts';

const { group, on, reply, update, modal } = commandsIn(KIT_TEXTS);

type OnBatch = { id: string };
type OnTicket = { ticket: string };

const press = (wish: 'pause' | 'resume' | 'stop') =>
  update<OnBatch>({ run: ({ services, args, ...context }) => services.batches.press(context, args.id, wish) });

const ask = (
  what: 'undo' | 'rest' | 'checkAgain' | 'again' | 'againWithout',
): Parameters<typeof update<OnBatch, []>>[0] => ({
  needs: [],
  run: ({ args, ...context }) => context.services.batches[what](context, args.id),
});

/** The buttons of previews, lists and reports. Stopping a list needs no login. */
export const CHANGES = group({
  name: 'account',
  description: () => '',
  subcommands: {},
  actions: on(ids, {
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
        const isDropped = await services.batches.drop(context, args.ticket);
        if (isDropped === false) return await services.batches.show(context, args.ticket);
        return noticeView(isDropped ? texts.batch.canceled : texts.batch.expired);
      },
    }),
    pause: press('pause'),
    resume: press('resume'),
    stop: press('stop'),
    leaveOut: update({ run: ({ services, args, ...context }) => services.batches.leaveOut(context, args.id) }),
    // Keeps the report and its button, because the preview may expire.
    undo: reply(ask('undo')),
    check: update(ask('checkAgain')),
    rest: update(ask('rest')),
    again: update(ask('again')),
    againWithout: update(ask('againWithout')),
  }),
});
