import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApplicationCommandType,
  ButtonStyle,
  ComponentType,
  InteractionResponseType,
  Locale,
} from 'discord-api-types/v10';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { Refusal } from '../../sandbox/discord/people/refusal.ts';
import type { CommandOption } from '../../sandbox/discord/validation/commandRules.ts';
import { isSelect } from '../../sandbox/discord/validation/componentRules.ts';
import { type ComponentNode, walkComponents } from '../../sandbox/discord/validation/components.ts';
import type { Random } from '../../sandbox/game/seed/random.ts';
import { interactions } from '../../src/metrics.ts';
import { isAnswered } from '../scale/crowd.ts';
import { pressForged, type World } from '../support/world.ts';
import { pickChoices, pickField, pickFrom, pickId, pickText, pickValue, tamperWith } from './values.ts';

/** Longer than the bot may take for any response. */
const MAX_WORK_MS = 30_000;
const CHANNELS = ['general', 'trade', 'dm'] as const;
const LOCALES = [Locale.German, Locale.EnglishUS, Locale.Japanese] as const;
/** The number of a channel's newest messages whose components are used. */
const NEWEST = 30;

/** Makes random use of the bot. Throws if an interaction gets no response. */
export class Walker {
  /** Counts by a command's typed name, or by `command/action`. */
  readonly uses = new Map<string, number>();
  doing = '';
  readonly #world: World;
  readonly #people: readonly Person[];
  readonly #random: Random;

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#people = [world.player, world.player, world.officer, world.officer, world.visitor];
    this.#random = random;
  }

  /** One action that Discord's client allows; refused ones never reach the bot. */
  async step(): Promise<void> {
    const random = this.#random;
    const person = pickFrom(random, this.#people);
    if (random.oneIn(10)) person.chooseLanguage(random.pick(LOCALES));
    const use = random.pick([this.#run, this.#run, this.#run, this.#press, this.#press, this.#menu, this.#tamper]);
    while (!(await isAllowed(use(person))));
  }

  /** Runs each command, then a few components and a menu. Returns what the bot sent to Discord. */
  async tour(person: Person, locale: Locale): Promise<unknown[]> {
    const { requests } = this.#world.discord;
    const before = requests.length;
    person.chooseLanguage(locale);
    for (const path of pathsOf(person)) {
      await isAllowed(this.#run(person, path, true));
      for (const use of [this.#press, this.#press, this.#menu]) await isAllowed(use(person));
    }
    return requests.slice(before).map(({ body }) => body);
  }

  readonly #run = async (
    person: Person,
    { name, options } = pickFrom(this.#random, pathsOf(person)),
    isCareful = this.#random.oneIn(2),
  ): Promise<void> => {
    const values: Record<string, string | number | boolean> = {};
    for (const option of options.filter(({ required }) => required || this.#random.oneIn(2))) {
      const isSuggested = option.autocomplete && this.#random.oneIn(2);
      const [choice] = isSuggested ? await this.#choices(person, name, option.name) : [];
      values[option.name] = choice?.value ?? pickValue(this.#random, option, isCareful);
    }
    await this.#use(() => person.run(name, values, { channel: this.#random.pick(CHANNELS) }));
  };

  readonly #menu = async (person: Person): Promise<void> => {
    const menus = person.commands().filter(({ type }) => type !== ApplicationCommandType.ChatInput);
    const { type, body } = pickFrom(this.#random, menus);
    const isOnUser = type === ApplicationCommandType.User;
    await this.#use(() => {
      if (isOnUser) return person.runOnUser(body.name, pickFrom(this.#random, this.#people));
      return person.runOn(body.name, person.send(pickText(this.#random, 2_000)).id);
    });
  };

  /** Presses a button or select of a visible message; mostly of the least used kind. */
  readonly #press = async (person: Person): Promise<void> => {
    const isAnyones = this.#random.oneIn(8);
    const usable = usableBy(person).filter(({ id }) => isAnyones || id.includes(person.id));
    const usesOf = ({ id }: { id: string }): number => this.uses.get(toName(id)) ?? 0;
    const fewest = this.#random.oneIn(3) ? Number.POSITIVE_INFINITY : Math.min(...usable.map(usesOf));
    const rare = usable.filter((each) => usesOf(each) <= fewest);
    if (rare.length === 0) return;
    const { message, node, id } = pickFrom(this.#random, rare);
    const choices = isSelect(node) ? pickChoices(this.#random, node) : undefined;
    await this.#use(() => (choices ? person.select(message, id, choices) : person.press(message, id)));
  };

  readonly #tamper = async (person: Person): Promise<void> => {
    const { id } = pickFrom(this.#random, [{ id: 'x' }, ...usableBy(person)]);
    const written = this.#random.oneIn(2) ? pickId(this.#random, person.id) : undefined;
    await this.#use(() => pressForged(this.#world, person, written ?? tamperWith(this.#random, id)));
  };

  async #choices(person: Person, command: string, option: string) {
    const typed = this.#random.oneIn(3) ? '' : pickText(this.#random);
    this.doing = `${person.username} typed ${JSON.stringify(typed)} in ${option} of /${command}`;
    return await untilEnded(() => person.autocomplete(command, { [option]: typed }, option));
  }

  /** Starts an interaction, waits until the bot is done, and fills in the modal that it opened. */
  async #use(start: () => InteractionHandle | Promise<InteractionHandle>): Promise<void> {
    const handle = await untilEnded(async () => {
      const started = await start();
      const { name, user, data } = started.record;
      this.doing = `${user.user.username}: ${JSON.stringify(data)}`;
      this.uses.set(toName(name), (this.uses.get(toName(name)) ?? 0) + 1);
      return started;
    }, isAnswered);
    if (handle.record.acknowledgedBy === InteractionResponseType.Modal) await this.#fillIn(handle);
  }

  async #fillIn(handle: InteractionHandle): Promise<void> {
    const modal = await handle.modal();
    const person = this.#world.discord.person(handle.record.user.user.id);
    for (let tries = 0; tries < 5; tries += 1) {
      const fields = [...walkComponents(modal.data.components)].flatMap(({ node }) => {
        const value = node.custom_id ? pickField(this.#random, node) : undefined;
        return value === undefined ? [] : [[node.custom_id, value]];
      });
      if (await isAllowed(this.#use(() => person.submit(modal, Object.fromEntries(fields))))) return;
    }
    person.closeModal(modal.id);
  }
}

/** False if Discord's client refused it. */
function isAllowed(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    (error) => (error instanceof Refusal ? false : Promise.reject(error)),
  );
}

/** The slash commands with their subcommands. */
export function pathsOf(person: Person): { name: string; options: readonly CommandOption[] }[] {
  const inside = (name: string, options: readonly CommandOption[]): ReturnType<typeof pathsOf> => {
    const inner = options.filter((option) => option.type <= 2);
    if (inner.length === 0) return [{ name, options }];
    return inner.flatMap((option) => inside(`${name} ${option.name}`, option.options ?? []));
  };
  const slash = person.commands().filter(({ type }) => type === ApplicationCommandType.ChatInput);
  return slash.flatMap(({ body }) => inside(body.name, body.options ?? []));
}

/** The buttons and selects in the newest responses that this person sees. */
function usableBy(person: Person) {
  const isUsable = (node: ComponentNode): boolean =>
    isSelect(node) || (node.type === ComponentType.Button && node.style !== ButtonStyle.Link);
  const answers = CHANNELS.flatMap((channel) => person.messages(channel).slice(-NEWEST));
  return answers.flatMap((message) =>
    [...walkComponents((message.components ?? []) as ComponentNode[])]
      .filter(({ node }) => isUsable(node) && !node.disabled && node.label !== 'Forged')
      .map(({ node }) => ({ message, node, id: node.custom_id ?? '' })),
  );
}

/** `credits balance` for a command, `credits/confirm` for a component. */
function toName(typedOrCustomId: string): string {
  return typedOrCustomId.replace(/^\//, '').split('/', 2).join('/');
}

/** Starts something, and waits until the bot is done with one more interaction. */
export async function untilEnded<T>(start: () => Promise<T>, isDone: (started: T) => boolean = () => true): Promise<T> {
  const countEnds = async () => (await interactions.get()).values.reduce((sum, { value }) => sum + value, 0);
  const before = await countEnds();
  const started = await start();
  const until = performance.now() + MAX_WORK_MS;
  for (; (await countEnds()) === before || !isDone(started); await sleep(2))
    if (performance.now() > until) throw new Error(`No answer within ${MAX_WORK_MS / 1_000} s`);
  return started;
}
