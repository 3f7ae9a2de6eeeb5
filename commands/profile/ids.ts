import { idsOf, ifFits, text } from '../../src/view/customId.ts';
import { type ButtonOptions, button } from '../../src/view/message.ts';

export const ids = idsOf('profile', { show: { uid: text }, share: {} });

/** Undefined if the party isn't a character or its UID is too long. */
export function profileButton(label: string, { uid }: { uid?: string }, look?: ButtonOptions) {
  return uid?.startsWith('1:') ? ifFits(() => button(label, ids.show({ uid }), look)) : undefined;
}
