import { setTimeout as sleep } from 'node:timers/promises';
import {
  type APIMessage,
  ApplicationCommandType,
  ButtonStyle,
  ComponentType,
  InteractionResponseType,
  Locale,
} from 'discord-api-types/v10';
import { type InteractionHandle, NoAnswer } from '../../sandbox/discord/people/interactionHandle.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { Refusal } from '../../sandbox/discord/people/refusal.ts';
import type { CommandOption } from '../../sandbox/discord/validation/commandRules.ts';
import { isSelect } from '../../sandbox/discord/validation/componentRules.ts';
import { type ComponentNode, walkComponents } from '../../sandbox/discord/validation/components.ts';
import type { Random } from '../../sandbox/game/seed/random.ts';
import { metrics } from '../../src/metrics.ts';
import { isAnswered } from '../scale/crowd.ts';
import { pressForged, type World } from '../support/world.ts';
import { pickChoices, pickField, pickId, pickText, pickValue, tamperWith } from './values.ts';

type Values = Record<string, string | number | boolean>;
type Path = { name: string; options: readonly CommandOption[] };

/** Longer than the bot may take for any answer. */
const MAX_WORK_MS = 30_000;
const CHANNELS = ['general', 'trade', 'dm'] as const;
const CHANNEL_IDS = ['1100000000000000001', '1100000000000000002', '1100000000000000003'] as const;
const LOCALES = [Locale.German, Locale.EnglishUS, Locale.Japanese] as const;
/** Components are used in so many of a channel's newest messages. */
const NEWEST = 30;

/** Uses the bot at random, and collects what isn't as it must be. */
export class Walker {
  readonly problems: string[] = [];
  readonly #world: World;
  readonly #random: Random;
  /** By a command's typed name, or by `command/action`. */
  readonly #uses = new Map<string, number>();
  #doing = '';

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
  }

  note(problem: string): void {
    this.problems.push(`${problem} · ${this.#doing}`);
  }

  hasUsed(name: string): boolean {
    return this.#uses.has(name);
  }

  /** One thing that Discord's client allows; what it refuses never reaches the bot. */
  async step(): Promise<void> {
    const random = this.#random;
    const { player, officer, visitor } = this.#world;
    const person = random.pick([player, player, officer, officer, visitor]);
    if (random.oneIn(10)) person.chooseLanguage(random.pick(LOCALES));
    const use = random.pick([this.#run, this.#run, this.#suggest, this.#press, this.#press, this.#menu, this.#tamper]);
    for (let isDone = false; !isDone; ) {
      isDone = await use(person).catch((error: unknown) => {
        if (error instanceof Refusal) return false;
        throw error;
      });
    }
  }

  readonly #run = async (person: Person): Promise<boolean> => {
    const { name, options } = this.#random.pick(pathsOf(person));
    const [values, isCareful]: [Values, boolean] = [{}, this.#random.oneIn(2)];
    for (const option of options) {
      if (!option.required && this.#random.oneIn(2)) continue;
      const choices =
        option.autocomplete && this.#random.oneIn(2) ? await this.#choices(person, name, option.name) : [];
      values[option.name] = choices[0]?.value ?? pickValue(this.#random, option, CHANNEL_IDS, isCareful);
    }
    return await this.#use(() => person.run(name, values, { channel: this.#random.pick(CHANNELS) }));
  };

  readonly #suggest = async (person: Person): Promise<boolean> => {
    const { name, options } = this.#random.pick(pathsOf(person));
    const option = options.find(({ autocomplete }) => autocomplete);
    if (option) await this.#choices(person, name, option.name);
    return option !== undefined;
  };

  readonly #menu = (person: Person): Promise<boolean> => {
    const menus = person.commands().filter(({ type }) => type === ApplicationCommandType.User);
    const { player, officer, visitor } = this.#world;
    return this.#use(() =>
      person.runOnUser(this.#pickFrom(menus).body.name, this.#random.pick([player, officer, visitor])),
    );
  };

  /** A button or a select of a message that they see; mostly the least used kind. */
  readonly #press = async (person: Person): Promise<boolean> => {
    const isOwn = this.#random.oneIn(8) ? () => true : ({ node }: Usable) => node.custom_id?.includes(person.id);
    const usable = usableBy(person).filter(isOwn);
    if (usable.length === 0) return true;
    const uses = usable.map(({ node }) => this.#uses.get(toName(node.custom_id ?? '')) ?? 0);
    const least = usable.filter((_, index) => uses[index] === Math.min(...uses));
    const { message, node } = this.#pickFrom(this.#random.oneIn(3) ? usable : least);
    const customId = node.custom_id ?? '';
    return await this.#use(() =>
      isSelect(node)
        ? person.select(message, customId, pickChoices(this.#random, node))
        : person.press(message, customId),
    );
  };

  readonly #tamper = async (person: Person): Promise<boolean> => {
    const known = usableBy(person);
    if (known.length === 0) return true;
    const shown = this.#pickFrom(known).node.custom_id ?? '';
    const written = this.#random.oneIn(2) ? pickId(this.#random, person.id) : undefined;
    const customId = written ?? tamperWith(this.#random, shown, person.id);
    return await this.#use(() => pressForged(this.#world, person, customId));
  };

  async #choices(person: Person, command: string, option: string) {
    const typed = this.#random.oneIn(3) ? '' : pickText(this.#random);
    this.#doing = `${person.username} typed ${JSON.stringify(typed)} in ${option} of /${command}`;
    const ended = await countEnds();
    const choices = await person.autocomplete(command, { [option]: typed }, option).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error;
      this.note(error.message);
      return [];
    });
    await this.#untilEnded(ended);
    return choices;
  }

  /** Starts an interaction, waits until the bot is done with it, and fills in the modal that may have opened. */
  async #use(start: () => InteractionHandle | Promise<InteractionHandle>): Promise<true> {
    const ended = await countEnds();
    const handle = await start();
    const { record } = handle;
    this.#doing = `${record.user.user.username}: ${JSON.stringify(record.data)}`;
    const name = toName(record.name);
    this.#uses.set(name, (this.#uses.get(name) ?? 0) + 1);
    await this.#untilEnded(ended, () => isAnswered(handle));
    if (record.acknowledgedBy === InteractionResponseType.Modal) await this.#fillIn(handle);
    return true;
  }

  async #fillIn(handle: InteractionHandle): Promise<void> {
    const modal = await handle.modal();
    const person = this.#world.discord.person(handle.record.user.user.id);
    for (let tries = 0; tries < 5; tries += 1) {
      const filled = [...walkComponents(modal.data.components)].flatMap(({ node }) => {
        const value = node.custom_id ? pickField(this.#random, node) : undefined;
        return value === undefined ? [] : [[node.custom_id, value]];
      });
      try {
        await this.#use(() => person.submit(modal, Object.fromEntries(filled)));
        return;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
    person.closeModal(modal.id);
  }

  async #untilEnded(before: Ends, isAnswered = () => true): Promise<void> {
    const until = performance.now() + MAX_WORK_MS;
    let ends = await countEnds();
    while ((ends.all === before.all || !isAnswered()) && performance.now() < until) {
      await sleep(2);
      ends = await countEnds();
    }
    if (ends.all === before.all || !isAnswered()) this.note(`No answer within ${MAX_WORK_MS / 1_000} s`);
    if (ends.failed > before.failed) this.note('An unforeseen error');
  }

  #pickFrom<Item>(items: readonly Item[]): Item {
    return items[this.#random.between(0, items.length - 1)] as Item;
  }
}

/** The slash commands with their subcommands. */
export function pathsOf(person: Person): [Path, ...Path[]] {
  const inside = (name: string, options: readonly CommandOption[]): Path[] => {
    const inner = options.filter((option) => option.type <= 2);
    if (inner.length === 0) return [{ name, options }];
    return inner.flatMap((option) => inside(`${name} ${option.name}`, option.options ?? []));
  };
  const slash = person.commands().filter(({ type }) => type === ApplicationCommandType.ChatInput);
  return slash.flatMap(({ body }) => inside(body.name, body.options ?? [])) as [Path, ...Path[]];
}

type Usable = { message: APIMessage; node: ComponentNode };

/** The buttons and selects in the newest answers that this person sees. */
function usableBy(person: Person): Usable[] {
  const answers = CHANNELS.flatMap((channel) => person.messages(channel).slice(-NEWEST));
  return answers.flatMap((message) =>
    [...walkComponents((message.components ?? []) as ComponentNode[])]
      .filter(({ node }) => isSelect(node) || (node.type === ComponentType.Button && node.style !== ButtonStyle.Link))
      .filter(({ node }) => !node.disabled && node.label !== 'Forged')
      .map(({ node }) => ({ message, node })),
  );
}

/** `credits balance` of a command, `credits/confirm` of a component. */
function toName(typedOrCustomId: string): string {
  return typedOrCustomId.replace(/^\//, '').split('/', 2).join('/');
}

type Ends = { all: number; failed: number };

/** How many interactions this process is done with, and how many of them ended with an unforeseen error. */
async function countEnds(): Promise<Ends> {
  const { values = [] } = (await metrics.getSingleMetric('commlink_interactions_total')?.get()) ?? {};
  const count = (some: typeof values) => some.reduce((sum, { value }) => sum + value, 0);
  const failed = values.filter(({ labels }) => labels['result'] === 'failed' || labels['result'] === 'unanswered');
  return { all: count(values), failed: count(failed) };
}
