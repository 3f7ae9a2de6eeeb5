import { ComponentType, ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { commands } from '../../commands/index.ts';
import type { ModalValue } from '../../sandbox/discord/people/pageProtocol.ts';
import type { CommandOption } from '../../sandbox/discord/validation/commandRules.ts';
import type { ComponentNode } from '../../sandbox/discord/validation/components.ts';
import type { Random } from '../../sandbox/game/seed/random.ts';
import { type ArgKind, type Args, ifFits, withOwner } from '../../src/view/customId.ts';

type List<Item> = readonly [Item, ...Item[]];

const HANDLES: List<string> = ['Pell', 'vael ondar', 'Dorn Hesk', 'Marshal Iri Tosk'];
const PLACES: List<string> = ['9:2025', '25:101', '8:1', '12, -30', 'me'];

/** What exists in the sandbox's world, by the options that take it. */
const KNOWN: Readonly<Record<string, List<string>>> = {
  ...{ recipient: HANDLES, handle: HANDLES, character: HANDLES, to: [...HANDLES, 'Pell;Dorn Hesk', ...PLACES] },
  ...{ from: PLACES, place: PLACES, name: PLACES, around: PLACES, sector: ['25:101'], owner: ['20:501'] },
  ...{ message: ['38:300', '38:1'], group: ['ship'], privilege: ['view_ships', 'pilot_ships'], faction: ['20:501'] },
};
const ANY: List<string> = [...HANDLES, '1:1001', '1:1003', ...PLACES, '20:501', '38:300', 'ship', '5', '2'];

/** What people paste, mistype or try. */
const ODD: List<string> = [
  ...([' ', '\n', ';;;', ', ,', '-1', '0', '1e309', 'NaN', '99999999999999999999', '1.5', '٣'] as const),
  ...([
    "O'Renn & <b>",
    '**_~~`||',
    '[a](https://example.org)',
    '@everyone',
    '<@1>',
    '</help:1>',
    '%',
    '%7E~/+',
  ] as const),
  ...(['../..', 'constructor', '__proto__', 'null', '{}', "'; --", '\u0000', '\ufffe\uffff', '\u202e\u200b'] as const),
  ...([
    '👩‍🚀'.repeat(20),
    'i '.repeat(50),
    'ß'.repeat(100),
    'Ω'.repeat(400),
    'x'.repeat(4_000),
    'a;'.repeat(999),
  ] as const),
  ...(['1:', '1:1001:1', '20:501/1', '9:99999999', `1:${'9'.repeat(60)}`] as const),
];
const AMOUNTS: List<number> = [1, 2, 3, 5, 12, 100];
const NUMBERS: List<number> = [0, -1, 1.5, 5_000_000, 2 ** 31, 2 ** 53 - 1, -(2 ** 53), 1e-7, ...AMOUNTS];

export function pickText(random: Random): string {
  return random.pick(random.oneIn(2) ? ANY : ODD);
}

/** A value for an option; unless someone is careful, often one that Discord's client refuses. */
export function pickValue(
  random: Random,
  { type, name, choices }: CommandOption,
  channels: List<string>,
  isCareful: boolean,
): string | number | boolean {
  const [first, ...others] = choices ?? [];
  if (first && (isCareful || !random.oneIn(10))) return random.pick([first, ...others]).value;
  if (type === Type.Integer || type === Type.Number) return random.pick(isCareful ? AMOUNTS : NUMBERS);
  if (type === Type.Boolean) return random.oneIn(2);
  if (type === Type.Channel) return random.pick(channels);
  return isCareful ? random.pick(KNOWN[name] ?? ANY) : pickText(random);
}

/** Some of a select's options, of a message or a modal. */
export function pickChoices(random: Random, { options, min_values, max_values }: ComponentNode): string[] {
  const count = random.between(min_values ?? 1, max_values ?? 1);
  const left = (options ?? []).map(({ value }) => value);
  return Array.from({ length: count }, () => left.splice(random.between(0, left.length - 1), 1)).flat();
}

/** A value for a modal's field; undefined leaves what it's filled with. */
export function pickField(random: Random, node: ComponentNode): ModalValue | undefined {
  if (random.oneIn(4)) return undefined;
  if (node.type === ComponentType.TextInput) return pickText(random);
  return node.options ? pickChoices(random, node) : undefined;
}

/** A custom id of any action of any command, as the bot writes them; undefined if it's too long. */
export function pickId(random: Random, owner: string): string | undefined {
  const ids = commands.flatMap(({ actions = {} }) => Object.values(actions).map(({ id }) => id));
  const id = random.pick(ids as [(typeof ids)[0], ...typeof ids]);
  return ifFits(() => withOwner(id(pickArgs(random, id.args)), owner));
}

function pickArgs(random: Random, args: Args): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).map(([name, kind]) => [name, pickArg(random, kind)]));
}

function pickArg(random: Random, kind: ArgKind): unknown {
  if (kind === 'integer') return Math.trunc(random.pick(NUMBERS));
  if (kind === 'flag') return random.oneIn(2);
  if (kind === 'text') return pickText(random).slice(0, 20);
  if (kind === 'list') return [pickText(random).slice(0, 20)];
  if ('optional' in kind) return random.oneIn(2) ? undefined : pickArg(random, kind.optional);
  return 'listOf' in kind ? [pickArgs(random, kind.listOf)] : random.pick(kind as List<string>);
}

/** A custom id from another release, or of another person, or one that was tampered with. */
export function tamperWith(random: Random, customId: string, owner: string): string {
  const [command = '', action = '', , layout = '', ...args] = customId.split('/');
  const odd = encodeURIComponent(pickText(random)).slice(0, 40);
  const another = args.map((arg) => (random.oneIn(2) ? odd : arg));
  const forged: List<readonly string[]> = [
    [command, action, owner, layout, ...another],
    [command, action, '-', layout, ...another],
    [command, action, owner, layout, ...args.slice(1)],
    [command, action, owner, 'AAA', ...args],
    [command, random.pick(['constructor', 'confirm', 'page', 'pageJumpTo', 'undo', 'check']), owner, layout, ...args],
    [random.pick(['constructor', 'msg', 'credits', 'galaxy', 'login']), action, owner, layout, ...args],
    [odd],
  ];
  return random.pick(forged).join('/').slice(0, 100);
}
