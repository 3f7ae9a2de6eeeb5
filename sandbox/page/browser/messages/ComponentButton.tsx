import { useComputed } from '@preact/signals';
import { type APIButtonComponent, ButtonStyle } from 'discord-api-types/v10';
import { press } from '../session.ts';
import { type ComponentUse, componentUses } from '../state.ts';
import { WebLink } from '../text/WebLink.tsx';
import { Icon } from '../ui/Icon.tsx';

const LOOKS: Record<number, string> = {
  [ButtonStyle.Primary]: 'primary',
  [ButtonStyle.Success]: 'success',
  [ButtonStyle.Danger]: 'danger',
};

/**
 * A button of a message. A disabled one keeps the focus (`aria-disabled`), so that the keyboard
 * doesn't lose its place at the last page's "next".
 */
export function ComponentButton({ component, messageId }: { component: APIButtonComponent; messageId: string }) {
  const use = useComponentUse(messageId);
  if (component.style === ButtonStyle.Premium) return null;
  const { style, label, emoji, disabled } = component;
  const content = (
    <>
      {emoji && <span aria-hidden="true">{emoji.name}</span>}
      {label && <span>{label}</span>}
    </>
  );
  if (style === ButtonStyle.Link) {
    return (
      <WebLink class="button secondary" url={component.url}>
        {content}
        <Icon name="link" />
      </WebLink>
    );
  }
  const customId = component.custom_id;
  const isWaiting = use?.state === 'waiting';
  const isPressed = isWaiting && use.customId === customId;
  return (
    <button
      type="button"
      class={`button ${LOOKS[style] ?? 'secondary'}`}
      aria-label={label ? undefined : emoji?.name}
      aria-busy={isPressed || undefined}
      aria-disabled={disabled || isWaiting || undefined}
      onClick={() => disabled || isWaiting || press(messageId, customId)}
    >
      {content}
    </button>
  );
}

/** The state of a message's component after its use; changes redraw only this message. */
export function useComponentUse(messageId: string): ComponentUse | undefined {
  return useComputed(() => componentUses.value.get(messageId)).value;
}
