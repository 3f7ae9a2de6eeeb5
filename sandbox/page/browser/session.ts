import type { Locale } from 'discord-api-types/v10';
import type { CommandInput, PageCallName, PageCalls, PageEvent } from '../../discord/people/pageProtocol.ts';
import { CallFailure, type Connection, openConnection } from './connection.ts';
import { applyEvent, type EventReactions } from './events.ts';
import { createInteracting, type Interacting } from './interacting.ts';
import type { Store } from './pageState.ts';
import { readPlace } from './place.ts';
import { createVisiting, type Visiting } from './visiting.ts';
import { createWriting, type Writing } from './writing.ts';

/** What a person can do on the page. Failures are shown as toasts; a promise that tells of success resolves to false then. */
export interface Session extends Visiting, Interacting, Writing {
  /** Fails when there is no answer: only whoever asks knows where to show that. */
  autocomplete: (input: CommandInput, focused: string) => Promise<PageCalls['autocomplete']['result']['choices']>;
  setDmsOpen: (open: boolean) => void;
  chooseLanguage: (locale: Locale) => void;
  retryConnection: () => void;
}

/** Connects the store to the server: opens the socket, becomes whom the address names, and offers what a person can do. */
export function createSession(store: Store, reactions: Omit<EventReactions, 'commandsChanged'>): Session {
  const { state } = store;
  const socketUrl = new URL('/page-api/socket', location.href);
  socketUrl.protocol = socketUrl.protocol === 'https:' ? 'wss:' : 'ws:';

  const connection: Connection = openConnection({
    url: socketUrl.href,
    onEvent: (event) => receive(event),
    onState: (next) => {
      state.connection = next;
      if (next === 'lost') {
        state.pendingComponents.clear();
        state.commandRuns.clear();
      }
      store.changed('connection', 'messages');
    },
  });

  function receive(event: PageEvent): void {
    if (event.type === 'people') {
      state.people = event.people;
      store.changed('people');
      const wanted = state.welcome?.person.id ?? readPlace(event.people).personId;
      if (wanted !== undefined) void visiting.become(wanted);
      return;
    }
    applyEvent(store, event, { ...reactions, commandsChanged: () => void visiting.loadCommands() }, Date.now());
  }

  async function attempt<Name extends PageCallName>(
    name: Name,
    params: PageCalls[Name]['params'],
  ): Promise<PageCalls[Name]['result'] | undefined> {
    try {
      return await connection.call(name, params);
    } catch (error) {
      reactions.toast('error', error instanceof CallFailure ? error.message : 'Something went wrong on this page.');
      return undefined;
    }
  }

  const visiting = createVisiting(store, attempt);
  return {
    ...visiting,
    ...createInteracting(store, attempt),
    ...createWriting(store, attempt, {
      complain: (text) => reactions.toast('error', text),
      // Nobody needs to hear that others were not told of it.
      announceTyping: (channelId) => void connection.call('typing', { channelId }).catch(() => {}),
    }),
    autocomplete: async (input, focused) => (await connection.call('autocomplete', { ...input, focused })).choices,
    setDmsOpen(open) {
      if (state.welcome === undefined) return;
      state.welcome = { ...state.welcome, dmsOpen: open };
      void attempt('setDmsOpen', { open });
    },
    chooseLanguage: (locale) => void attempt('setLocale', { locale }),
    retryConnection: connection.retryNow,
  };
}
