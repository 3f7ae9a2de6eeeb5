import { narrowed } from '../../src/account/links.ts';
import { erasePersonalData, findUnreadable, listStored, readPersonalData } from '../../src/account/personalData.ts';
import { commandsIn } from '../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { isGameError } from '../../src/game/errors.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { explain, noticeView, UserError } from '../../src/view/errorView.ts';
import { DISCOVERABLE } from '../characters/findCharacter.ts';
import { forgetRequests } from '../credits/requests/keptRequests.ts';
import { listServers } from '../roster/kept.ts';
import { accountView, erasedView, eraseView, exportedView } from './accountView.ts';
import { type AccountTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';

const { command, on, reply, update } = commandsIn(TEXTS);

type Context = HandlerContext<undefined, AccountTexts>;

// Needs no login: someone who logged out still has data here, and a right to it.
export const account = command({
  name: 'account',
  description: ({ description }) => description,
  run: showAccount,
  actions: on(ids, {
    show: update({ run: showAccount }),
    batch: update({
      run: ({ services, values, ...context }) => services.batches.show(context, values[0] ?? ''),
    }),

    discoverable: update({
      run: async ({ args, ...context }) => {
        const discoverable = context.services.kept(DISCOVERABLE, context.person);
        await (args.wanted ? discoverable.set(true) : discoverable.delete());
        return await showAccount(context);
      },
    }),

    export: reply({
      run: async ({ person, texts, services }) =>
        exportedView(texts, person.id, await readPersonalData(services, person.id)),
    }),

    forget: update({
      run: async (context) => {
        for (const each of await findUnreadable(context)) await each.delete();
        return await showAccount(context);
      },
    }),
    erase: update({ run: async ({ texts }) => eraseView(texts) }),

    eraseAll: update({
      run: async ({ person, texts, services, deadline }) => {
        deadline.lift();
        const erasing = forgetRequests({ person, services }).then(() => erasePersonalData(services, person.id));
        const { isRevoked } = await erasing.catch((error: unknown) => {
          throw error instanceof StoreUnavailable ? new UserError(texts.eraseStopped) : error;
        });
        return isRevoked ? noticeView(texts.erased, 'good') : noticeView(texts.notRevoked, 'warning');
      },
    }),
  }),
});

async function showAccount({ person, game, texts, language, services, ...context }: Context) {
  const link = context.link ?? (await services.links.get(person.id));
  let problem: string | undefined;
  const asked = link && game.character.permissions.getScopes({ uid: link.character.uid });
  // If the game doesn't respond, the rest is still shown.
  const scopes = await asked?.catch((error: unknown) => {
    problem = isGameError(error, 'rate_limited') ? texts.savedPermissions : explain(texts, error)?.sentence;
    if (problem === undefined) throw error;
    return undefined;
  });
  const budget = services.budgetOf(person.id);
  const trail = await services.audit.read(person.id);
  const data = await readPersonalData(services, person.id);
  const stored = listStored(data);
  const { erasedAt } = Object.assign({}, ...data.map(({ exported }) => exported));
  if (stored.join() === 'erasure') return erasedView(texts, erasedAt);
  const state = {
    link,
    // The token may still allow what its owner deselected.
    scopes: link ? narrowed(link, scopes ?? link.scopes).scopes : [],
    problem,
    quota: await services.quotaOf(budget, budget),
    isDiscoverable: (await services.kept(DISCOVERABLE, person).get()) ?? false,
    changes: trail.entries,
    isTrailWhole: trail.isWhole,
    rosters: link ? (await listServers({ services }, link.character.uid)).length : 0,
    batches: await services.batches.of({ person, language }),
    stored,
    unreadable: (await findUnreadable({ person, services, link })).map(({ says }) => says),
  };
  return accountView(texts, state);
}
