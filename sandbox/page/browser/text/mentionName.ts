import { shownCommandName } from '../commandName.ts';
import { findMember, type PageState } from '../pageState.ts';
import type { MarkdownNode } from './markdown.ts';

/** A node that names somebody or something by its id. */
export type MentionNode = Extract<MarkdownNode, { type: 'user' | 'role' | 'channel' | 'command' }>;

/** What a mention is shown as: `@Ada Venn`, `#general`, `/credits balance` (in the person's language). */
export function mentionName(node: MentionNode, state: PageState): string {
  switch (node.type) {
    case 'user':
      return `@${findMember(state, node.id)?.displayName ?? 'unknown-user'}`;
    case 'role':
      return `@${state.welcome?.roles.find(({ id }) => id === node.id)?.name ?? 'unknown-role'}`;
    case 'channel':
      return `#${state.channels.get(node.id)?.name ?? 'unknown'}`;
    case 'command':
      return shownCommandName(`/${node.name}`, state.commands.get(state.currentChannelId ?? '') ?? []);
  }
}
