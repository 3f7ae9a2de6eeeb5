import type { APIMessage, APIStringSelectComponent, ButtonStyle } from 'discord-api-types/v10';
import { ComponentType, MessageFlags } from 'discord-api-types/v10';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';

/** A message in Discord, or a view of one. */
export type Shown = { components?: readonly unknown[] };

/** All text of a message's components, a line for each. */
export function textOf(message: Shown): string {
  return partsOf(message)
    .flatMap(({ type, content = '' }) => (type === ComponentType.TextDisplay ? [content] : []))
    .join('\n');
}

/** {@link textOf} the response to an interaction. */
export async function textFrom(handle: InteractionHandle): Promise<string> {
  return textOf(await handle.response());
}

export function isPrivate({ flags }: APIMessage): boolean {
  return ((flags ?? 0) & MessageFlags.Ephemeral) !== 0;
}

type Part = Button & { type: ComponentType; content?: string; components?: Part[]; accessory?: Part };
export type Button = {
  label?: string;
  emoji?: { name: string };
  url?: string;
  custom_id?: string;
  disabled?: boolean;
  style?: ButtonStyle;
};

function partsOf({ components = [] }: Shown): Part[] {
  const inside = (part: Part): Part[] => [
    part,
    ...[part.components ?? [], part.accessory ?? []].flat().flatMap(inside),
  ];
  return (components as Part[]).flatMap(inside);
}

export function buttonsOf(message: Shown): Button[] {
  return partsOf(message).filter(({ type }) => type === ComponentType.Button);
}

/** The label of each button, or its emoji. */
export function labelsOf(message: Shown): (string | undefined)[] {
  return buttonsOf(message).map(({ label, emoji }) => label ?? emoji?.name);
}

export function buttonOf(message: Shown, label: string): Button {
  const found = buttonsOf(message).find((button) => (button.label ?? button.emoji?.name) === label);
  if (!found) throw new Error(`No button "${label}" under: ${textOf(message)}`);
  return found;
}

/** The message's only select. */
export function selectOf(message: Shown): APIStringSelectComponent {
  const [select, another] = selectsOf(message);
  if (!select || another) throw new Error(`Not one select under: ${textOf(message)}`);
  return select;
}

export function selectsOf(message: Shown): APIStringSelectComponent[] {
  const selects = partsOf(message).filter(({ type }) => type === ComponentType.StringSelect);
  return selects as unknown as APIStringSelectComponent[];
}

export function choose(person: Person, message: APIMessage, ...values: string[]): InteractionHandle {
  return person.select(message, selectOf(message).custom_id, values);
}

/** The message once it has this text. */
export function settled(person: Person, { id }: APIMessage, text: string | RegExp): Promise<APIMessage> {
  const says = (shown: string) => (typeof text === 'string' ? shown.includes(text) : text.test(shown));
  return person.waitForMessage((message) => message.id === id && says(textOf(message)));
}

/** Presses a button, and returns its message once it has this text. */
export function confirm(person: Person, message: APIMessage, label: string, text: string | RegExp) {
  person.press(message, label);
  return settled(person, message, text);
}
