import type { Clock } from '../../../../sandbox/discord/clock.ts';
import { createDiscord, type Discord } from '../../../../sandbox/discord/discord.ts';
import type { InteractionHandle, OpenModal } from '../../../../sandbox/discord/people/interactionHandle.ts';
import { identify } from '../gatewaySocket.ts';
import { type Answer, call } from '../rest.ts';
import { button, row } from './payloads.ts';

/** What is needed to answer an interaction. */
export interface Interaction {
  id: string;
  token: string;
}

/** A bot without a library: it hears of interactions over a bare gateway, and every answer is sent by hand. */
export interface RawBot {
  discord: Discord;
  /** The interaction of a person's handle. */
  of(handle: InteractionHandle): Interaction;
  /** The next autocomplete interaction; its choices are nobody's here. */
  autocomplete(optionName: string): Promise<Interaction>;
  callback(interaction: Interaction, body: unknown, query?: string): Promise<Answer>;
  /** A request to the interaction's webhook; `message` is an id, `@original`, or nothing for a follow-up. */
  webhook(method: string, interaction: Interaction, message?: string | null, body?: unknown): Promise<Answer>;
  /** Overwrites the commands. */
  register(list: readonly unknown[]): Promise<Answer>;
  /** A request to a message by its channel. */
  channelMessage(method: string, channelId: string, messageId: string, body?: unknown): Promise<Answer>;
  /** An unanswered press of a button, under a message that answers a command. */
  press(): Promise<InteractionHandle>;
  /** A modal that was opened by a command, or by a button. */
  openModal(from: 'command' | 'component'): Promise<OpenModal>;
}

/** A modal of one text input. */
export const smallModal = {
  custom_id: 'form',
  title: 'A form',
  components: [{ type: 18, label: 'Code', component: { type: 4, custom_id: 'code', style: 1 } }],
};

const commands = [
  {
    name: 'ask',
    description: 'Asks',
    contexts: [0, 1],
    options: [
      { type: 3, name: 'what', description: 'What', autocomplete: true },
      { type: 4, name: 'times', description: 'How often', autocomplete: true },
    ],
  },
];

/** Starts a stand-in of its own with the bot in it. */
export async function startRawBot(clock?: Clock): Promise<RawBot> {
  const discord = await createDiscord(clock && { clock });
  const register: RawBot['register'] = (list) =>
    call(discord, 'PUT', `/applications/${discord.applicationId}/commands`, list);
  await register(commands);
  const gateway = await identify(discord);
  await gateway.event('READY');
  const { player } = discord.people;
  const of = ({ id, record }: InteractionHandle): Interaction => ({ id, token: record.token });
  const callback: RawBot['callback'] = ({ id, token }, body, query = '') =>
    call(discord, 'POST', `/interactions/${id}/${token}/callback${query}`, body);
  const press: RawBot['press'] = async () => {
    const asked = player.run('ask');
    await callback(of(asked), { type: 4, data: { components: [row(button('go'))] } });
    const message = await asked.response();
    return player.press(message, 'go');
  };
  return {
    discord,
    of,
    callback,
    press,
    register,
    channelMessage: (method, channelId, messageId, body) =>
      call(discord, method, `/channels/${channelId}/messages/${messageId}`, body),
    async autocomplete(optionName) {
      const seen = gateway.frames.length;
      player.autocomplete('ask', { [optionName]: '' }, optionName).catch(() => {});
      const { d } = await gateway.frame(
        (frame) => gateway.frames.indexOf(frame) >= seen && frame.t === 'INTERACTION_CREATE' && frame.d['type'] === 4,
      );
      return { id: String(d['id']), token: String(d['token']) };
    },
    webhook: (method, { token }, message = null, body) =>
      call(
        discord,
        method,
        `/webhooks/${discord.applicationId}/${token}${message === null ? '' : `/messages/${message}`}`,
        body,
      ),
    async openModal(from) {
      const handle = from === 'command' ? player.run('ask') : await press();
      await callback(of(handle), { type: 9, data: smallModal });
      return await handle.modal();
    },
  };
}
