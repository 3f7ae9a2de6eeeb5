import { ComponentType } from 'discord-api-types/v10';
import { withOwner } from './customId.ts';
import { toGameLink } from './gameSite.ts';
import type { MessageView } from './message.ts';

/** Added to a message when it's sent; `owner`: the Discord user who may use its components. */
export type FinishOptions = { owner: string | undefined; site: URL | undefined; mention: (content: string) => string };

type Part = { type: ComponentType; content?: string; url?: string; custom_id?: string; components?: Part[] };

/** The message as sent to Discord. Throws if it has components but no owner. */
export function finish(view: MessageView, { owner, site, mention }: FinishOptions): MessageView {
  const toFinished = (part: Part): Part[] => {
    const { type, content, url, custom_id: customId, components } = part;
    const link = url && toGameLink(site, url);
    const inner = components?.flatMap(toFinished);
    if ((url && !link) || (type === ComponentType.ActionRow && inner?.length === 0)) return [];
    return [
      {
        ...part,
        ...(content && { content: mention(content) }),
        ...(link && { url: link }),
        ...(customId && { custom_id: withOwner(customId, owner) }),
        ...(inner && { components: inner }),
      },
    ];
  };
  return { ...view, components: (view.components as Part[]).flatMap(toFinished) as MessageView['components'] };
}
