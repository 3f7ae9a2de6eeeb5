import { type APIButtonComponent, type APIMessageComponentEmoji, ButtonStyle } from 'discord-api-types/v10';
import { press } from '../session.ts';
import { WebLink } from '../text/WebLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useComponentUse } from './useComponentUse.ts';

const LOOKS: Record<number, string> = {
  [ButtonStyle.Primary]: 'primary',
  [ButtonStyle.Success]: 'success',
  [ButtonStyle.Danger]: 'danger',
};

type Props = { component: APIButtonComponent; path: string; messageId: string };

/**
 * A button of a message. One that can't be used keeps the focus (`aria-disabled`), so that the keyboard doesn't lose its place on the last
 * page's "Next".
 */
export function ComponentButton({ component, path, messageId }: Props) {
  const use = useComponentUse(messageId);
  if (component.style === ButtonStyle.Premium) return <span class="button secondary">Premium</span>;
  const { style, label, emoji } = component;
  const content = (
    <>
      {emoji && <Emoji emoji={emoji} />}
      {label && <span>{label}</span>}
      {style === ButtonStyle.Link && <Icon name="link" />}
    </>
  );
  if (style === ButtonStyle.Link && !component.disabled) {
    return (
      <WebLink class="button secondary" url={component.url}>
        {content}
      </WebLink>
    );
  }
  const isPressed = use?.state === 'waiting' && use.path === path;
  const isOff = component.disabled || use?.state === 'waiting';
  return (
    <button
      type="button"
      class={`button ${LOOKS[style] ?? 'secondary'} ${isPressed ? 'loading' : ''}`}
      aria-label={label ? undefined : emoji?.name}
      aria-busy={isPressed || undefined}
      aria-disabled={isOff || undefined}
      onClick={() => {
        if (!isOff && style !== ButtonStyle.Link) press(messageId, component.custom_id, path);
      }}
    >
      {content}
    </button>
  );
}

/** A Unicode emoji as it is, a custom one by its name: the stand-in has no pictures of them. */
export function Emoji({ emoji }: { emoji: APIMessageComponentEmoji }) {
  return (
    <span class="emoji" aria-hidden="true">
      {emoji.id ? `:${emoji.name}:` : emoji.name}
    </span>
  );
}
