import { useComputed } from '@preact/signals';
import { type ComponentUse, componentUses } from '../state.ts';

/** What became of the use of a message's component; only what belongs to this message is drawn again when that changes. */
export function useComponentUse(messageId: string): ComponentUse | undefined {
  return useComputed(() => componentUses.value.get(messageId)).value;
}
