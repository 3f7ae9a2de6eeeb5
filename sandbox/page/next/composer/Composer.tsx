import { currentChannel } from '../state.ts';

export function Composer() {
  return <input role="combobox" aria-expanded={false} aria-label={`Message #${currentChannel.value?.name}`} />;
}
