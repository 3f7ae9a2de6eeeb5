import { Locale } from 'discord-api-types/v10';
import * as z from 'zod';
import type { Services } from '../rest/route.ts';
import { compareSnowflakes } from '../snowflake.ts';
import { toPageChoice, toPageCommand } from './pageCommand.ts';
import type { GameCondition, PageCallName, PageCalls } from './pageProtocol.ts';
import type { Person } from './person.ts';
import { Refusal } from './refusal.ts';

/** What breaks the game by hand, where there is a game: it remembers its condition and tells everyone of a change. */
export interface GameSwitch {
  readonly condition: GameCondition | null;
  set(condition: GameCondition): void;
}

interface CallContext {
  person: Person;
  services: Services;
  people: readonly Person[];
  gameSwitch: GameSwitch;
}

/** A call of the page: the form of its parameters, and what it does. */
interface CallRow<Name extends PageCallName> {
  params: z.ZodType<PageCalls[Name]['params']>;
  run(
    context: CallContext,
    params: PageCalls[Name]['params'],
  ): PageCalls[Name]['result'] | Promise<PageCalls[Name]['result']>;
}

const id = z.string().regex(/^\d{1,20}$/);
const channelId = id;
const commandInput = {
  channelId,
  commandId: id,
  subcommand: z.array(z.string()).max(2),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
};

const calls: { [Name in Exclude<PageCallName, 'become'>]: CallRow<Name> } = {
  history: {
    params: z.object({ channelId, before: id.exactOptional(), limit: z.int().min(1).max(100).exactOptional() }),
    run({ person }, { channelId, before, limit = 50 }) {
      const all = person.messages(channelId).filter((one) => !before || compareSnowflakes(one.id, before) < 0);
      return { messages: all.slice(-limit), hasMore: all.length > limit };
    },
  },
  read: {
    params: z.object({ channelId }),
    run({ person }, params) {
      person.view.read(person.view.channel(params.channelId));
      return null;
    },
  },
  openDm: {
    params: z.object({ userId: id }),
    run({ person, services }, { userId }) {
      if (userId === person.id) throw new Refusal('not_allowed', "You can't message yourself");
      const other = services.world.account(userId);
      return person.view.describe(services.world.dm(person.id, other.user.id));
    },
  },
  setDmsOpen: {
    params: z.object({ open: z.boolean() }),
    run({ person }, { open }) {
      if (open) person.openDms();
      else person.closeDms();
      return null;
    },
  },
  setLocale: {
    params: z.object({ locale: z.enum(Locale) }),
    run({ person }, { locale }) {
      person.chooseLanguage(locale);
      return null;
    },
  },
  commands: {
    params: z.object({ channelId }),
    run: ({ person, services }, params) =>
      person
        .commands({ channel: params.channelId })
        .map((command) => toPageCommand(command, person.account.locale, services.world.bot.user.id)),
  },
  run: {
    params: z.object(commandInput),
    run: ({ person }, { channelId, commandId, subcommand, options }) => ({
      interactionId: person.runById(commandId, subcommand, options, { channel: channelId }).id,
    }),
  },
  autocomplete: {
    params: z.object({ ...commandInput, focused: z.string() }),
    async run({ person }, { channelId, commandId, subcommand, options, focused }) {
      const command = { id: commandId, subcommand };
      const choices = await person.autocomplete(command, options, focused, { channel: channelId });
      return { choices: choices.map((choice) => toPageChoice(choice, person.account.locale)) };
    },
  },
  runOn: {
    params: z.object({ channelId, commandId: id, targetId: id }),
    run: ({ person }, { channelId, commandId, targetId }) => ({
      interactionId: person.runOn(commandId, targetId, { channel: channelId }).id,
    }),
  },
  press: {
    params: z.object({ channelId, messageId: id, customId: z.string() }),
    run: ({ person }, { channelId, messageId, customId }) => ({
      interactionId: person.press({ id: messageId, channel_id: channelId }, customId).id,
    }),
  },
  select: {
    params: z.object({ channelId, messageId: id, customId: z.string(), values: z.array(z.string()) }),
    run: ({ person }, { channelId, messageId, customId, values }) => ({
      interactionId: person.select({ id: messageId, channel_id: channelId }, customId, values).id,
    }),
  },
  submitModal: {
    params: z.object({
      modalId: id,
      fields: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.boolean(), z.null()])),
    }),
    run: ({ person }, { modalId, fields }) => ({ interactionId: person.submit({ id: modalId }, fields).id }),
  },
  closeModal: {
    params: z.object({ modalId: id }),
    run({ person }, { modalId }) {
      person.closeModal(modalId);
      return null;
    },
  },
  send: {
    params: z.object({
      channelId,
      content: z.string(),
      replyToId: id.exactOptional(),
      uploadIds: z.array(id).max(10).exactOptional(),
    }),
    run: ({ person }, { channelId, content, ...rest }) => person.send(content, { channel: channelId, ...rest }),
  },
  dismiss: {
    params: z.object({ channelId, messageId: id }),
    run({ person }, { channelId, messageId }) {
      person.view.dismiss(channelId, messageId);
      return null;
    },
  },
  typing: {
    params: z.object({ channelId }),
    run({ person, services, people }, params) {
      const channel = person.view.channel(params.channelId);
      for (const other of people)
        if (other !== person && services.world.canSee(other.id, channel))
          other.view.tell({ type: 'typing', channelId: channel.id, user: person.account.user, at: person.view.now() });
      return null;
    },
  },
  setGameCondition: {
    params: z.object({ condition: z.enum(['working', 'down', 'slow', 'losingAnswers']) }),
    run({ gameSwitch }, { condition }) {
      if (gameSwitch.condition === null) throw new Refusal('not_allowed', 'There is no game here to break');
      gameSwitch.set(condition);
      return null;
    },
  },
};

/**
 * Does what a page asks for.
 *
 * @throws Refusal, with `bad_call` where the call or its parameters are not understood
 */
export async function answerCall(context: CallContext, name: string, params: unknown): Promise<unknown> {
  const row = Object.hasOwn(calls, name) ? (calls[name as keyof typeof calls] as CallRow<PageCallName>) : undefined;
  if (!row) throw new Refusal('bad_call', `There is no call "${name}"`);
  const parsed = row.params.safeParse(params);
  if (!parsed.success) throw new Refusal('bad_call', z.prettifyError(parsed.error));
  return row.run(context, parsed.data);
}
