import type { CommandInput, ModalValue } from '../../discord/people/pageProtocol.ts';
import type { Store } from './pageState.ts';
import type { Attempt } from './visiting.ts';

/** What a person can do with the bot. A promise that tells of success resolves to false when it was refused. */
export interface Interacting {
  run: (input: CommandInput) => Promise<boolean>;
  runOn: (commandId: string, targetId: string) => void;
  press: (messageId: string, customId: string, path: string) => void;
  select: (messageId: string, customId: string, path: string, values: string[]) => void;
  submitModal: (modalId: string, fields: Record<string, ModalValue>) => Promise<boolean>;
  closeModal: (modalId: string) => void;
  dismissRun: (interactionId: string) => void;
}

/** Commands, components and modals. While a component of a message waits for its answer the others of that message cannot be used. */
export function createInteracting(store: Store, attempt: Attempt): Interacting {
  const { state } = store;

  async function useComponent(
    messageId: string,
    path: string,
    call: (channelId: string) => Promise<unknown>,
  ): Promise<void> {
    const channelId = state.currentChannelId;
    if (channelId === undefined || state.pendingComponents.has(messageId)) return;
    state.pendingComponents.set(messageId, path);
    state.failedComponents.delete(messageId);
    store.changed('messages');
    if ((await call(channelId)) !== undefined) return;
    state.pendingComponents.delete(messageId);
    store.changed('messages');
  }

  return {
    run: async (input) => (await attempt('run', input)) !== undefined,
    runOn(commandId, targetId) {
      if (state.currentChannelId === undefined) return;
      void attempt('runOn', { channelId: state.currentChannelId, commandId, targetId });
    },
    press: (messageId, customId, path) =>
      void useComponent(messageId, path, (channelId) => attempt('press', { channelId, messageId, customId })),
    select: (messageId, customId, path, values) =>
      void useComponent(messageId, path, (channelId) => attempt('select', { channelId, messageId, customId, values })),
    submitModal: async (modalId, fields) => (await attempt('submitModal', { modalId, fields })) !== undefined,
    closeModal(modalId) {
      state.modal = undefined;
      store.changed('modal');
      void attempt('closeModal', { modalId });
    },
    dismissRun(interactionId) {
      state.commandRuns.delete(interactionId);
      store.changed('messages');
    },
  };
}
