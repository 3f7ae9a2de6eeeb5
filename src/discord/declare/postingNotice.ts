import { ComponentType } from 'discord-api-types/v10';
import type { KitTexts } from '../../view/en.ts';
import { UserError } from '../../view/errorView.ts';
import { type MessageView, text } from '../../view/message.ts';
import type { Services } from './context.ts';

type Context = {
  texts: KitTexts;
  server: { id: string } | undefined;
  services: { writes: Pick<Services['writes'], 'isFrozen'>; audit: Pick<Services['audit'], 'channelOf'> };
};

/** Adds a line to a preview that says where the change will be posted. Every preview of an audited
 * change goes through here. Throws a {@link UserError} while changes are frozen. */
export async function withPostingNotice({ texts, server, services }: Context, view: MessageView): Promise<MessageView> {
  if (await services.writes.isFrozen()) throw new UserError(texts.errors.frozen);
  const channelId = server && (await services.audit.channelOf(server.id));
  const last = view.components.at(-1);
  if (channelId === undefined || last?.type !== ComponentType.Container) return view;
  const notice = text(`-# ${texts.audit.willBePosted(`<#${channelId}>`)}`);
  const components = [...last.components.slice(0, -1), notice, ...last.components.slice(-1)];
  return { ...view, components: [...view.components.slice(0, -1), { ...last, components }] };
}
