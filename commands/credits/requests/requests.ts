import { commandsIn } from '../../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../../src/discord/declare/context.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { plain } from '../../../src/view/text.ts';
import { noteContacts, RECIPIENT_OPTION } from '../../characters/contacts.ts';
import { REQUEST_CODES } from '../codes.ts';
import { previewTransfer, WRITE_SCOPES } from '../confirmation.ts';
import { type CreditsTexts, TEXTS } from '../en.ts';
import { requestIds } from '../ids.ts';
import { idOf, readNewestForSure } from '../readLog.ts';
import { findSent } from '../transfer.ts';
import { changeRequests, findRequest, listAsked, listRequests, MAX_OPEN } from './keptRequests.ts';
import { readPeople } from './people.ts';
import { applyLog, findGap, isOpen, type Request, sentBy, toReason, toSum } from './request.ts';
import { MAX_REASON, MAX_TYPED, peopleModal, requestsView, requestView } from './requestView.ts';

const { subcommand, on, update, reply, post } = commandsIn(TEXTS);

const READ_SCOPES = ['CHARACTER_CREDITS'] as const;
const OWNED = { subcommand: 'requests', needs: READ_SCOPES } as const;
type Context = HandlerContext<typeof READ_SCOPES, CreditsTexts>;

export const request = subcommand({
  description: ({ requests }) => requests.description,
  needs: [...READ_SCOPES, 'CHARACTER_READ'],
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
    const nothing = { counted: [], uncounted: [], sent: {} };
    const asked = { asker: me, reason: reason.trim(), rows, askedAt: game.now(), language: texts.language, ...nothing };
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
  needs: READ_SCOPES,
  run: async (context) => {
    const { me, texts, services } = context;
    const own = (await listRequests(context)).length > 0 ? await check(context) : [];
    const toYou = (await listAsked(services, me.uid)).flatMap(({ asker, request }) => {
      const row = request.rows.find(({ uid, amount }) => uid === me.uid && sentBy(request, uid) < amount);
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
    ...{ subcommand: 'requests', isForAnyone: true, needs: WRITE_SCOPES },
    run: ({ args, values: [of = args.of ?? ''], messageUrl, ...context }) => payRequest(context, of, messageUrl),
  }),
  checkRequest: update({ ...OWNED, run: (context) => showChecked(context, context.values[0] ?? context.args.code) }),
  postRequest: post({ ...OWNED, run: (context) => showChecked(context, context.args.code) }),
  endRequest: update({
    ...OWNED,
    run: async ({ args: { code }, ...context }) => {
      const end = { endedAt: context.services.now(), isWithdrawn: true as const };
      const toEnded = (each: Request) => (each.code === code && isOpen(each) ? { ...each, ...end } : each);
      return show(context, await changeRequests(context, (all) => all.map(toEnded)), code);
    },
  }),
});

/** Previews the open amount, by both logs. `of`: the asker's Discord user and the code. */
async function payRequest(context: HandlerContext<typeof WRITE_SCOPES, CreditsTexts>, of: string, messageUrl?: string) {
  const { me, game, texts, services } = context;
  const { requests } = texts;
  const [discordUserId = '', name = ''] = of.split(' ');
  const found = await findRequest(services, discordUserId, name);
  if (!found) throw new UserError(requests.gone);
  const row = found.rows.find(({ uid }) => uid === me.uid);
  if (!row) throw new UserError(requests.notAsked(plain(me.name, 60)));
  const { asker, code } = found;
  const log = await readNewestForSure(context);
  const sent = findSent(log.entries, asker.uid, code);
  // Both logs show an entry under the same id, but each may have lost older ones.
  const seen = found.counted.filter(({ id, uid }) => uid === me.uid && !sent.some((entry) => idOf(entry) === id));
  const paid = toSum(seen) - toSum(sent);
  if (paid >= row.amount) throw new UserError(requests.paidAlready(paid, plain(asker.name, 60)));
  const asked = {
    sender: me,
    recipient: asker,
    amount: row.amount - paid,
    reason: toReason(found),
    offeredAt: game.now(),
    request: { from: discordUserId, code, sentIds: sent.map(idOf) },
    ...{ paid, card: messageUrl },
  };
  return await previewTransfer(context, asked, { unseenUntil: findGap({ askedAt: found.askedAt }, log) });
}

/** Applies the log to the requests that the person made as this character. */
async function check(context: Context): Promise<Request[]> {
  const { me, game } = context;
  const now = game.now();
  const log = await readNewestForSure(context);
  return await changeRequests(context, (all) => applyLog(all, { uid: me.uid, now, ...log }));
}

const showChecked = async (context: Context, code: string | undefined) => show(context, await check(context), code);

function show({ texts, person, ...context }: Context, all: readonly Request[], code: string | undefined) {
  const asked = all.find((each) => each.code === code);
  if (!asked) throw new UserError(texts.requests.gone);
  return requestView(texts, asked, person.id, context.isPrivate && !context.isInBotDm);
}
