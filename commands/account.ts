import { createDiscoverability } from '../src/account/discoverability.ts';
import { erasePersonalData, exportPersonalData } from '../src/account/personalData.ts';
import type { HandlerContext } from '../src/discord/context.ts';
import { isGameError } from '../src/game/errors.ts';
import { accountView, eraseView, exportedView } from '../src/view/accountViews.ts';
import { explain, noticeView } from '../src/view/errorView.ts';
import { loggedOutView } from '../src/view/loginViews.ts';
import type { MessageView } from '../src/view/message.ts';
import { forgetContacts } from './characters/contacts.ts';
import { command, reply, update } from './declare.ts';

type Context = HandlerContext<undefined>;

// It needs no login: whoever logged out still has data here, and a right to it.
export const account = command({
  name: 'account',
  description: ({ account }) => account.overview.description,
  run: (context) => showAccount(context),
  actions: {
    show: update({ run: (context) => showAccount(context) }),

    findable: update({
      args: { wanted: ['on', 'off'] },
      run: async ({ args, ...context }) => {
        await createDiscoverability(context.services.store).setDiscoverable(context.person.id, args.wanted === 'on');
        return await showAccount(context);
      },
    }),

    logOut: update({
      run: async ({ person, words, services }) => {
        await forgetContacts(services, person);
        return loggedOutView(words, await services.login.logOut(person.id));
      },
    }),

    export: reply({
      run: async ({ person, words, services }) =>
        exportedView(words, await exportPersonalData(toParts(services), person.id)),
    }),

    erase: update({
      run: async ({ words, idFor }) => eraseView(words, { erase: idFor('eraseAll'), keep: idFor('show') }),
    }),

    eraseAll: update({
      run: async ({ person, words: { account }, services }) => {
        await forgetContacts(services, person);
        const { isRevoked } = await erasePersonalData(toParts(services), person.id);
        const { erased, erasedHere } = account.overview;
        return isRevoked ? noticeView(erased, 'good') : noticeView(erasedHere, 'warning');
      },
    }),
  },
});

async function showAccount({ person, game, words, services, idFor }: Context): Promise<MessageView> {
  const link = await services.links.get(person.id);
  let problem: string | undefined;
  const asked = link && game.character.permissions.getScopes({ uid: link.character.uid });
  const scopes = await asked?.catch((error: unknown) => {
    // The rest of the account is shown also when the game cannot be asked.
    // The quota stands below, once.
    const isOverLimit = isGameError(error, 'rate_limited');
    problem = isOverLimit ? words.account.overview.noneLeftToAsk : explain(words, error)?.sentence;
    if (problem === undefined) throw error;
    return undefined;
  });
  const isFindable = await createDiscoverability(services.store).isDiscoverable(person.id);
  const budget = services.budgetOf(person.id);
  const state = {
    link,
    scopes: scopes ?? link?.scopes ?? [],
    problem,
    quota: await services.quotaOf(budget, budget),
    isFindable,
    changes: await services.audit.of(person.id),
  };
  return accountView(words, state, {
    logIn: idFor('login/start', { waiting: '-', scopes: [] }),
    findable: idFor('findable', { wanted: isFindable ? 'off' : 'on' }),
    logOut: idFor('logOut'),
    export: idFor('export'),
    erase: idFor('erase'),
  });
}

function toParts({ login, links, audit, takeover, store }: Context['services']) {
  return { login, links, audit, takeover, store, discoverability: createDiscoverability(store) };
}
