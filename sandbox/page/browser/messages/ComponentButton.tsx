import { type APIButtonComponent, ButtonStyle } from 'discord-api-types/v10';
import { press } from '../session.ts';
import { WebLink } from '../text/WebLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useComponentUse } from './useComponentUse.ts';

const LOOKS: Record<number, string> = {
  [ButtonStyle.Primary]: 'primary',
  [ButtonStyle.Success]: 'success',
  [ButtonStyle.Danger]: 'danger',
};

/**
 * A button of a message. One that can't be used keeps the focus (`aria-disabled`), so that the keyboard doesn't lose its place on the
 * last page's "next". A custom emoji goes by its name: the stand-in has no pictures of them.
 */
export function ComponentButton({ component, messageId }: { component: APIButtonComponent; messageId: string }) {
  const use = useComponentUse(messageId);
  if (component.style === ButtonStyle.Premium) return <span class="button secondary">Premium</span>;
  const { style, label, emoji, disabled } = component;
  const isLink = style === ButtonStyle.Link;
  const content = (
    <>
      {emoji && <span aria-hidden="true">{emoji.id ? `:${emoji.name}:` : emoji.name}</span>}
      {label && <span>{label}</span>}
      {isLink && <Icon name="link" />}
    </>
  );
  if (isLink && !disabled) {
    return (
      <WebLink class="button secondary" url={component.url}>
        {content}
      </WebLink>
    );
  }
  const customId = isLink ? '' : component.custom_id;
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
