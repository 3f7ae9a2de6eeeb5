import { ComponentType } from 'discord-api-types/v10';
import type { MessageView } from './message.ts';

/** Discord's limits for a message of Components V2 (Components Reference, "Text Display" and "Container"). */
const MAX_COMPONENTS = 40;
const MAX_CHARACTERS = 4_000;

/** Adds a small line to the last container, unless there is no room or the view tells the quota. */
export function withFooter(view: MessageView, line: string): MessageView {
  if (view.tellsQuota) return view;
  const last = view.components.at(-1);
  const content = `-# ${line}`;
  const hasRoom =
    countComponents(view.components) < MAX_COMPONENTS &&
    countCharacters(view.components) + content.length <= MAX_CHARACTERS;
  if (last?.type !== ComponentType.Container || !hasRoom) return view;
  const footer = { type: ComponentType.TextDisplay as const, content };
  const components = view.components.with(-1, { ...last, components: [...last.components, footer] });
  return { ...view, components };
}

type Tree = { content?: unknown; components?: readonly unknown[]; accessory?: unknown };

function childrenOf({ components = [], accessory }: Tree): Tree[] {
  return [...components, ...(accessory ? [accessory] : [])] as Tree[];
}

function countComponents(trees: readonly unknown[]): number {
  return (trees as Tree[]).reduce((count, tree) => count + 1 + countComponents(childrenOf(tree)), 0);
}

function countCharacters(trees: readonly unknown[]): number {
  return (trees as Tree[]).reduce((count, tree) => {
    const own = typeof tree.content === 'string' ? tree.content.length : 0;
    return count + own + countCharacters(childrenOf(tree));
  }, 0);
}
