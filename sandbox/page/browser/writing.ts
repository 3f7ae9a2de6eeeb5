import type { Upload } from '../../discord/people/pageProtocol.ts';
import type { Store } from './pageState.ts';
import type { Attempt } from './visiting.ts';

/** What a person can say: messages, files, and that they are typing. */
export interface Writing {
  send: (content: string, uploadIds: string[]) => Promise<boolean>;
  /** Undefined when the file could not be uploaded; why was shown already. */
  upload: (file: File) => Promise<Upload | undefined>;
  dismiss: (messageId: string) => void;
  tellTyping: () => void;
  setReplyTo: (reply: { messageId: string; authorName: string } | undefined) => void;
}

/** While somebody writes on, others are told so again after this long. */
const typingPauseMs = 8000;

/** A message that was refused is left to whoever wrote it: `send` resolves to false. The reply that was begun ends with a message that was sent. */
export function createWriting(
  store: Store,
  attempt: Attempt,
  effects: { complain: (text: string) => void; announceTyping: (channelId: string) => void },
): Writing {
  const { state } = store;
  let lastTypingAtMs = 0;

  return {
    async send(content, uploadIds) {
      if (state.currentChannelId === undefined) return false;
      const replyToId = state.replyTo?.messageId;
      const message = await attempt('send', {
        channelId: state.currentChannelId,
        content,
        ...(replyToId === undefined ? {} : { replyToId }),
        ...(uploadIds.length === 0 ? {} : { uploadIds }),
      });
      if (message !== undefined && state.replyTo !== undefined) {
        state.replyTo = undefined;
        store.changed('reply');
      }
      return message !== undefined;
    },
    async upload(file) {
      const url = `/page-api/uploads?filename=${encodeURIComponent(file.name)}`;
      const headers = { 'content-type': file.type || 'application/octet-stream' };
      try {
        const response = await fetch(url, { method: 'POST', body: file, headers });
        if (response.ok) return (await response.json()) as Upload;
        effects.complain(response.status === 413 ? 'This file is too large.' : 'This file could not be uploaded.');
      } catch {
        effects.complain('This file could not be uploaded: not connected.');
      }
      return undefined;
    },
    dismiss(messageId) {
      if (state.currentChannelId !== undefined)
        void attempt('dismiss', { channelId: state.currentChannelId, messageId });
    },
    tellTyping() {
      if (state.currentChannelId === undefined || Date.now() - lastTypingAtMs < typingPauseMs) return;
      lastTypingAtMs = Date.now();
      effects.announceTyping(state.currentChannelId);
    },
    setReplyTo(reply) {
      state.replyTo = reply;
      store.changed('reply');
    },
  };
}
