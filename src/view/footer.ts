import { ComponentType } from 'discord-api-types/v10';
import type { MessageView } from './message.ts';

/** Discord's limits for Components V2 (Components Reference, "Text Display" and "Container"). */
const MAX_COMPONENTS = 40;
const MAX_CHARACTERS = 4_000;

/** Adds a small line to the last container, unless there's no room or the view shows the quota. */
export function withFooter(view: MessageView, line: string): MessageView {
  const last = view.components.at(-1);
  const footer = { type: ComponentType.TextDisplay as const, content: `-# ${line}` };
  const all = flatten([...view.components, footer]);
  const characters = all.reduce((sum, { content = '' }) => sum + content.length, 0);
  const hasRoom = all.length <= MAX_COMPONENTS && characters <= MAX_CHARACTERS;
  if (view.showsQuota || last?.type !== ComponentType.Container || !hasRoom) return view;
  return { ...view, components: view.components.with(-1, { ...last, components: [...last.components, footer] }) };
}

type Part = { content?: string; components?: readonly unknown[]; accessory?: unknown };

/** The parts, each followed by those inside it. */
function flatten(parts: readonly unknown[]): Part[] {
  return (parts as Part[]).flatMap((part) => {
    const { components = [], accessory } = part;
    return [part, ...flatten(accessory ? [...components, accessory] : components)];
  });
}
