import { conversation } from '../state.ts';

export function MessageList() {
  return (
    <div role="log" aria-label="Messages">
      {conversation.value.messages.map((message) => (
        <p key={message.id}>{message.content}</p>
      ))}
    </div>
  );
}
