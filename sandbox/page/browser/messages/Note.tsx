import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../ui/Icon.tsx';

type NoteProps = { icon?: IconName; role?: 'status' | 'alert'; children: ComponentChildren };

export function Note({ icon, role, children }: NoteProps) {
  return (
    <p class="note" role={role}>
      {icon && <Icon name={icon} />}
      {children}
    </p>
  );
}

export const FailureNote = ({ text }: { text: string }) => (
  <Note role="alert" icon="warning">
    {text}
  </Note>
);

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
