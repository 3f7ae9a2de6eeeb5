import type { Clock } from '../../../../sandbox/discord/clock.ts';
import { createDiscord } from '../../../../sandbox/discord/discord.ts';
import type { InteractionHandle, OpenModal } from '../../../../sandbox/discord/people/interactionHandle.ts';
import { identify } from '../gatewaySocket.ts';
import { type Answer, call } from '../rest.ts';
import { button, inRow } from './payloads.ts';

export interface Interaction {
  id: string;
  token: string;
}

/** A bot without a library: interactions come over a bare gateway, and tests send responses. */
export type RawBot = Awaited<ReturnType<typeof startRawBot>>;

export const smallModal = {
  custom_id: 'form',
  title: 'A form',
  components: [{ type: 18, label: 'Code', component: { type: 4, custom_id: 'code', style: 1 } }],
};

const must = { type: 3, name: 'must', description: 'Must', required: true };
const here = { type: 1, name: 'here', description: 'Here', options: [must] };
const options = [
  { type: 3, name: 'what', description: 'What', autocomplete: true },
  { type: 4, name: 'times', description: 'How often', min_value: 1, max_value: 3 },
  { type: 7, name: 'where', description: 'Where' },
];
const commands = [
  { name: 'ask', description: 'Asks', contexts: [0, 1], options },
  { name: 'nested', description: 'Has a subcommand', options: [here] },
];

export async function startRawBot(clock?: Clock) {
  const discord = await createDiscord(clock && { clock });
  const application = discord.applicationId;
  const { player } = discord.people;
  const register = (list: readonly unknown[]) => call(discord, 'PUT', `/applications/${application}/commands`, list);
  await register(commands);
  const gateway = await identify(discord);
  await gateway.event('READY');

  const of = ({ id, record }: InteractionHandle): Interaction => ({ id, token: record.token });
  const callback = ({ id, token }: Interaction, body: unknown, query = ''): Promise<Answer> =>
    call(discord, 'POST', `/interactions/${id}/${token}/callback${query}`, body);

  /** Calls the interaction's webhook; `message`: an id, `@original`, or none for a follow-up. */
  const webhook = (method: string, { token }: Interaction, message?: string | null, body?: unknown): Promise<Answer> =>
    call(discord, method, `/webhooks/${application}/${token}${message ? `/messages/${message}` : ''}`, body);

  /** An unanswered press of a button, below a command's response. */
  async function press(): Promise<InteractionHandle> {
    const asked = player.run('ask');
    await callback(of(asked), { type: 4, data: inRow(button('go')) });
    return player.press(await asked.response(), 'go');
  }

  /** Types in an option and returns the autocomplete interaction. Its choices aren't shown. */
  async function autocomplete(optionName: string): Promise<Interaction> {
    const seen = gateway.frames.length;
    player.autocomplete('ask', { [optionName]: '' }, optionName).catch(() => {});
    const { d } = await gateway.frame(
      (frame) => gateway.frames.indexOf(frame) >= seen && frame.t === 'INTERACTION_CREATE' && frame.d['type'] === 4,
    );
    return { id: String(d['id']), token: String(d['token']) };
  }

  async function openModal(from: 'command' | 'component'): Promise<OpenModal> {
    const handle = from === 'command' ? player.run('ask') : await press();
    await callback(of(handle), { type: 9, data: smallModal });
    return await handle.modal();
  }

  const ask = () => of(player.run('ask'));
  return { discord, player, register, of, ask, press, autocomplete, openModal, callback, webhook };
}
