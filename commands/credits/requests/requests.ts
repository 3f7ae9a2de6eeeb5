import { commandsIn } from '../../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../../src/discord/declare/context.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { noteContacts, RECIPIENT_OPTION } from '../../characters/contacts.ts';
import { REQUEST_CODES } from '../codes.ts';
import { WRITING } from '../confirmation.ts';
import { type CreditsTexts, TEXTS } from '../en.ts';
import { requestIds } from '../ids.ts';
import { readNewestForSure } from '../readLog.ts';
import { changeRequests, listAsked, listRequests, MAX_OPEN } from './keptRequests.ts';
import { payRequest } from './payRequest.ts';
import { readPeople } from './people.ts';
import { credit, isOpen, paidBy, type Request } from './request.ts';
import { MAX_REASON, MAX_TYPED, peopleModal, requestsView, requestView } from './requestView.ts';

const { subcommand, on, update, reply, post } = commandsIn(TEXTS);

const READING = ['CHARACTER_CREDITS'] as const;
const OWN = { subcommand: 'requests', needs: READING } as const;
type Context = HandlerContext<typeof READING, CreditsTexts>;

export const request = subcommand({
  description: ({ requests }) => requests.description,
  needs: [...READING, 'CHARACTER_READ'],
  options: {
    amount: { kind: 'amount', description: ({ requests }) => requests.amount, required: true },
    from: { ...RECIPIENT_OPTION, description: ({ requests }) => requests.from, maxLength: MAX_TYPED },
    reason: { kind: 'text', description: ({ descriptions }) => descriptions.reason, maxLength: MAX_REASON },
  },
  visibility: 'public',
  modal: ({ options, texts }) =>
    options.from === undefined ? peopleModal(texts, options.amount, options.reason) : undefined,
  run: async ({ options: { amount, from = '', reason = '' }, ...context }) => {
    const { me, game, texts } = context;
    if (REQUEST_CODES.removeFrom(reason) === undefined) throw new UserError(texts.codeInReason);
    const rows = await readPeople(context, from, amount);
    await noteContacts(context, rows);
    const asked = { asker: me, reason: reason.trim(), rows, askedAt: game.now(), counted: [], uncounted: [] };
    const all = await changeRequests(context, (all) => {
      const open = all.filter(isOpen);
      if (open.length >= MAX_OPEN) throw new UserError(texts.requests.full(MAX_OPEN));
      const code = REQUEST_CODES.create(new Set(all.map((each) => each.code)));
      return [{ ...asked, code }, ...open, ...all.filter((each) => !isOpen(each)).slice(0, MAX_OPEN)];
    });
    return show(context, all, all[0]?.code);
  },
});

/** The person's log is read only if they asked for something. */
export const requests = subcommand({
  description: ({ requests }) => requests.own,
  needs: READING,
  run: async (context) => {
    const { me, texts, services } = context;
    const own = (await listRequests(context)).length > 0 ? await check(context) : [];
    const toYou = (await listAsked(services, me.uid)).flatMap(({ asker, request }) => {
      const row = request.rows.find(({ uid, amount }) => uid === me.uid && paidBy(request, uid) < amount);
      return row ? [{ asker, request, row }] : [];
    });
    return requestsView(texts, own, toYou);
  },
});

export const requestActions = on(requestIds, {
  /** Runs the command itself, so that the names aren't lost if one is wrong. */
  askAll: post({
    subcommand: 'request',
    run: ({ fields: { from = '', amount = '', reason = '' }, runCommand }) =>
      runCommand(['credits', 'request'], { from, amount, reason }),
  }),
  payRequest: reply({
    ...{ subcommand: 'requests', isForAnyone: true, needs: WRITING },
    run: ({ args, values: [of = args.of ?? ''], ...context }) => payRequest(context, of),
  }),
  checkRequest: update({
    ...OWN,
    run: ({ args, values: [code = args.code], ...context }) => showChecked(context, code),
  }),
  postRequest: post({ ...OWN, run: ({ args, ...context }) => showChecked(context, args.code) }),
  endRequest: update({
    ...OWN,
    run: async ({ args: { code }, ...context }) => {
      const end = { endedAt: context.services.now(), isWithdrawn: true as const };
      const toEnded = (each: Request) => (each.code === code && isOpen(each) ? { ...each, ...end } : each);
      return show(context, await changeRequests(context, (all) => all.map(toEnded)), code);
    },
  }),
});

/** Credits what the person's log shows now to the requests that they made as this character. */
async function check(context: Context): Promise<Request[]> {
  const { me, game } = context;
  const now = game.now();
  const log = await readNewestForSure(context);
  return await changeRequests(context, (all) => credit(all, { uid: me.uid, now, ...log }));
}

async function showChecked(context: Context, code: string | undefined) {
  return show(context, await check(context), code);
}

function show({ texts, person, ...context }: Context, all: readonly Request[], code: string | undefined) {
  const asked = all.find((each) => each.code === code);
  if (!asked) throw new UserError(texts.requests.gone);
  return requestView(texts, asked, person.id, context.isPrivate && !context.isInBotDm);
}
