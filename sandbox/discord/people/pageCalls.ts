import type { Services } from '../rest/route.ts';
import { compareSnowflakes } from '../snowflake.ts';
import type { InteractionHandle } from './interactionHandle.ts';
import { toPageChoice, toPageCommand } from './pageCommand.ts';
import type { GameCondition, InteractionStarted, PageCallName, PageCalls } from './pageProtocol.ts';
import type { Person } from './person.ts';
import { Refusal } from './refusal.ts';

/** The page's switch for the game's faults. The condition is null without a game. */
export type GameSwitch = {
  readonly condition: GameCondition | null;
  set: (condition: GameCondition) => void;
};

export type CallContext = {
  person: Person;
  services: Services;
  people: readonly Person[];
  gameSwitch: GameSwitch;
  restartBot: (() => Promise<void>) | undefined;
};

type Call<Name extends PageCallName> = (
  context: CallContext,
  params: PageCalls[Name]['params'],
) => PageCalls[Name]['result'] | Promise<PageCalls[Name]['result']>;

const started = ({ id }: InteractionHandle): InteractionStarted => ({ interactionId: id });

const CALLS: { [Name in Exclude<PageCallName, 'become'>]: Call<Name> } = {
  history({ person }, { channelId, before, limit = 50 }) {
    const all = person.messages(channelId).filter((one) => !before || compareSnowflakes(one.id, before) < 0);
    return { messages: all.slice(-limit), hasMore: all.length > limit };
  },
  read({ person }, { channelId }) {
    person.view.read(person.view.channel(channelId));
    return null;
  },
  openDm({ person, services }, { userId }) {
    if (userId === person.id) throw new Refusal('not_allowed', "You can't message yourself");
    return person.view.describe(services.world.dm(person.id, services.world.account(userId).user.id));
  },
  setDmsOpen({ person }, { open }) {
    if (open) person.openDms();
    else person.closeDms();
    return null;
  },
  setLocale({ person }, { locale }) {
    person.chooseLanguage(locale);
    return null;
  },
  commands: ({ person }, { channelId }) =>
    person.commands({ channel: channelId }).map((one) => toPageCommand(one, person.account.locale)),
  run: ({ person }, { channelId, commandId, subcommand, options }) =>
    started(person.run({ id: commandId, subcommand }, options, { channel: channelId })),
  async autocomplete({ person }, { channelId, commandId, subcommand, options, focused }) {
    const command = { id: commandId, subcommand };
    const choices = await person.autocomplete(command, options, focused, { channel: channelId });
    return { choices: choices.map((choice) => toPageChoice(choice, person.account.locale)) };
  },
  runOn: ({ person }, { channelId, commandId, targetId }) =>
    started(person.runOn(commandId, targetId, { channel: channelId })),
  press: ({ person }, { channelId, messageId, customId }) =>
    started(person.press({ id: messageId, channel_id: channelId }, customId)),
  select: ({ person }, { channelId, messageId, customId, values }) =>
    started(person.select({ id: messageId, channel_id: channelId }, customId, values)),
  submitModal: ({ person }, { modalId, fields }) => started(person.submit({ id: modalId }, fields)),
  closeModal({ person }, { modalId }) {
    person.closeModal(modalId);
    return null;
  },
  send: ({ person }, { channelId, content, ...rest }) => person.send(content, { channel: channelId, ...rest }),
  dismiss({ person }, { channelId, messageId }) {
    person.view.dismiss(channelId, messageId);
    return null;
  },
  setGameCondition({ gameSwitch }, { condition }) {
    if (gameSwitch.condition === null) throw new Refusal('not_allowed', "This sandbox can't break the game");
    gameSwitch.set(condition);
    return null;
  },
  async restartBot({ restartBot }) {
    if (!restartBot) throw new Refusal('not_allowed', "This sandbox can't restart the bot");
    await restartBot();
    return null;
  },
};

/** @throws Refusal `bad_call` for an unknown call, otherwise whatever the call throws */
export async function answerCall(context: CallContext, name: string, params: unknown): Promise<unknown> {
  if (!Object.hasOwn(CALLS, name)) throw new Refusal('bad_call', `Unknown call: ${name}`);
  const call = CALLS[name as keyof typeof CALLS] as Call<PageCallName>;
  return await call(context, params as PageCalls[PageCallName]['params']);
}
