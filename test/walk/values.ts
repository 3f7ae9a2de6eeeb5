import { ComponentType, ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import fc from 'fast-check';
import { commands } from '../../commands/index.ts';
import type { ModalValue } from '../../sandbox/discord/people/pageProtocol.ts';
import type { CommandOption } from '../../sandbox/discord/validation/commandRules.ts';
import type { ComponentNode } from '../../sandbox/discord/validation/components.ts';
import type { Random } from '../../sandbox/game/seed/random.ts';
import { type ArgKind, type Args, ifFits, withOwner } from '../../src/view/customId.ts';
import { hostile } from '../support/sendable.ts';

const HANDLES = ['Pell', 'vael ondar', 'Dorn Hesk', 'Marshal Iri Tosk'];
const PLACES = ['9:2025', '25:101', '8:1', '12, -30', 'me'];

/** Existing values of the sandbox's world, by the options that take them. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  ...{ recipient: HANDLES, handle: HANDLES, character: HANDLES, to: [...HANDLES, 'Pell;Dorn Hesk', ...PLACES] },
  ...{ from: PLACES, place: PLACES, name: PLACES, around: PLACES, sector: ['25:101'], owner: ['20:501'] },
  ...{ message: ['38:300', '38:1'], group: ['ship'], privilege: ['view_ships', 'pilot_ships'], faction: ['20:501'] },
  ...{ amount: ['5', '2'] },
};
const ANY = [...HANDLES, '1:1001', '1:1003', ...PLACES, '20:501', '38:300', 'ship', '5', '2'];

/** Texts that people paste, mistype or try. */
const ODD = [
  ...[' ', '\n', ';;;', ', ,', '-1', '0', '1e309', 'NaN', '99999999999999999999', '1.5', '٣', '%', '%7E~/+', '../..'],
  ...['1:', '1:1001:1', '20:501/1', '9:99999999', `1:${'9'.repeat(60)}`, "O'Renn & <b>", '<@1>', '</help:1>', "'; --"],
  ...['constructor', '__proto__', 'null', '{}', '\u0000', '\ufffe\uffff', '👩‍🚀'.repeat(20), 'i '.repeat(50)],
  ...['ß'.repeat(100), 'Ω'.repeat(400), 'x'.repeat(4_000), 'a;'.repeat(999), ...fc.sample(hostile, { seed: 1 })],
];
const CHANNEL_IDS = ['1100000000000000001', '1100000000000000002', '1100000000000000003'];
const AMOUNTS = [1, 2, 3, 5, 12, 100];
const NUMBERS = [0, -1, 1.5, 5_000_000, 2 ** 31, 2 ** 53 - 1, -(2 ** 53), 1e-7, ...AMOUNTS];
const ACTIONS = commands.flatMap(({ name, actions = {} }) =>
  Object.entries(actions).map(([action, { id }]) => ({ command: name, action, id })),
);

export function pickFrom<Item>(random: Random, items: readonly Item[]): Item {
  return items[random.between(0, items.length - 1)] as Item;
}

/** Discord never splits a surrogate pair. */
export function pickText(random: Random, maxLength?: number): string {
  const text = pickFrom(random, random.oneIn(2) ? ANY : ODD);
  return text.slice(0, maxLength).toWellFormed();
}

/** A value for an option; unless `isCareful`, often one that Discord's client refuses. */
export function pickValue(random: Random, { type, name, choices }: CommandOption, isCareful: boolean) {
  if (choices && (isCareful || !random.oneIn(10))) return pickFrom(random, choices).value;
  if (type === Type.Integer || type === Type.Number) return pickFrom(random, isCareful ? AMOUNTS : NUMBERS);
  if (type === Type.Boolean) return random.oneIn(2);
  if (type === Type.Channel) return pickFrom(random, CHANNEL_IDS);
  return isCareful ? pickFrom(random, KNOWN[name] ?? ANY) : pickText(random);
}

/** Some of a select's options, of a message or a modal. */
export function pickChoices(random: Random, { options, min_values, max_values }: ComponentNode): string[] {
  const left = (options ?? []).map(({ value }) => value);
  const count = random.between(min_values ?? 1, max_values ?? 1);
  return Array.from({ length: count }, () => left.splice(random.between(0, left.length - 1), 1)).flat();
}

/** A value for a modal's field; undefined keeps its default. */
export function pickField(random: Random, node: ComponentNode): ModalValue | undefined {
  if (random.oneIn(4)) return undefined;
  if (node.type === ComponentType.TextInput) return pickText(random);
  return node.options ? pickChoices(random, node) : undefined;
}

/** A custom id of any action, in the bot's format; undefined if it's too long. */
export function pickId(random: Random, owner: string): string | undefined {
  const { id } = pickFrom(random, ACTIONS);
  return ifFits(() => withOwner(id(pickArgs(random, id.args)), owner));
}

function pickArgs(random: Random, args: Args): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).map(([name, kind]) => [name, pickArg(random, kind)]));
}

function pickArg(random: Random, kind: ArgKind): unknown {
  if (kind === 'integer') return Math.trunc(pickFrom(random, NUMBERS));
  if (kind === 'flag') return random.oneIn(2);
  const text = pickText(random, 20);
  if (typeof kind === 'string') return kind === 'list' ? [text] : text;
  if ('optional' in kind) return random.oneIn(2) ? undefined : pickArg(random, kind.optional);
  return 'listOf' in kind ? [pickArgs(random, kind.listOf)] : pickFrom(random, kind);
}

/** A custom id of another release or person, or one that was tampered with. */
export function tamperWith(random: Random, customId: string): string {
  const parts = customId.split('/');
  const at = random.between(0, parts.length - 1);
  const odd = encodeURIComponent(pickText(random, 20)).slice(0, 40);
  const names = ACTIONS.flatMap(({ command, action }) => [command, action]);
  const put = pickFrom(random, [[odd], ['-'], ['AAA'], ['constructor'], [pickFrom(random, names)], []]);
  const tampered = parts.toSpliced(at, 1, ...put).join('/');
  return tampered.slice(0, 100) || odd || '-';
}
