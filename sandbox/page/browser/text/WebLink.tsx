import type { AnchorHTMLAttributes } from 'preact';
import { openChannel } from '../session.ts';
import { channels } from '../state.ts';
import { toWebAddress } from './webAddress.ts';

type Props = { url: string } & Pick<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'class' | 'title' | 'download' | 'aria-label' | 'children'
>;

/** `https://discord.com/channels/<server or @me>/<channel>[/<message>]` opens in place. */
const PLACE_IN_DISCORD = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)/;

/** A link to a new tab, or to a channel of this page. Only web addresses become links. */
export function WebLink({ url, ...props }: Props) {
  const href = toWebAddress(url);
  if (href === undefined) return <span class={props.class}>{props.children}</span>;
  function open(event: MouseEvent): void {
    const channelId = PLACE_IN_DISCORD.exec(url)?.[1] ?? '';
    if (!channels.value.has(channelId)) return;
    event.preventDefault();
    void openChannel(channelId);
  }
  return <a title={href} {...props} href={href} target="_blank" rel="noopener noreferrer" onClick={open} />;
}
