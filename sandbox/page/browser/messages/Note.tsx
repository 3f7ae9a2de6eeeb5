import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../ui/Icon.tsx';

/** A small line in a message. A failure is an alert for screen readers. */
export function Note(props: { icon?: IconName; role?: 'status' | 'alert'; children: ComponentChildren }) {
  return (
    <p class="note" role={props.role}>
      {props.icon && <Icon name={props.icon} />}
      {props.children}
    </p>
  );
}

/** "Only you can see this · Dismiss message". */
export function EphemeralNote({ onDismiss }: { onDismiss: () => void }) {
  return (
    <Note icon="eye">
      Only you can see this ·
      <button type="button" onClick={onDismiss}>
        Dismiss message
      </button>
    </Note>
  );
}
