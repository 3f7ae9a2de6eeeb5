import { currentChannelId, findMember, typing } from '../state.ts';

/** "Ada is typing…" under the composer. */
export function TypingLine() {
  const names = [...typing.value.values()]
    .filter(({ channelId }) => channelId === currentChannelId.value)
    .map(({ user }) => findMember(user.id)?.displayName ?? user.global_name ?? user.username);
  const verb = names.length === 1 ? 'is' : 'are';
  return (
    <p class="typing" aria-live="polite">
      {names.length > 0 && `${names.join(' and ')} ${verb} typing…`}
    </p>
  );
}
