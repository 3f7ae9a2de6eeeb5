import {
  type APIMessage,
  type APIMessageTopLevelComponent,
  type APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
} from 'discord-api-types/v10';
import { pino } from 'pino';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';
import { createTinyBrowser, type TinyBrowser } from './browser.ts';
import { emptyDatabase } from './redisDatabase.ts';
import { createWitness, type Witness } from './witness.ts';

/** Offered to people who are linked already. */
const ASK_ANYWAY = 'Ask again anyway';

/** A sandbox with a witness. */
export type World = Sandbox & Pick<Witness, 'acknowledgeRefusal'>;

/**
 * A whole sandbox, quiet unless TEST_LOG_LEVEL says otherwise. `stop` rejects if the bot sent something
 * malformed that the test didn't acknowledge, or if the Discord stand-in sent something invalid.
 */
export async function startWorld({ environment = {}, ...options }: Partial<SandboxOptions> = {}): Promise<World> {
  const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
  const { REDIS_URL } = environment;
  const isolated =
    REDIS_URL === undefined ? environment : { ...environment, REDIS_URL: await emptyDatabase(REDIS_URL) };
  const sandbox = await startSandbox({ log, environment: isolated, ...options });
  const witness = createWitness(sandbox.discord);
  return {
    ...sandbox,
    acknowledgeRefusal: witness.acknowledgeRefusal,
    async stop() {
      await sandbox.stop();
      witness.assertClean();
    },
  };
}

/** All text of a message's components, one piece a line. */
export function textOf(message: APIMessage): string {
  return (message.components ?? []).flatMap(textsOf).join('\n');
}

function textsOf(component: unknown): string[] {
  if (typeof component !== 'object' || component === null) return [];
  const { type, content, components } = component as { type: ComponentType; content?: string; components?: unknown[] };
  return [...(type === ComponentType.TextDisplay ? [content ?? ''] : []), ...(components ?? []).flatMap(textsOf)];
}

export type Button = { label?: string; url?: string; custom_id?: string; disabled?: boolean };

export function buttonsOf(message: APIMessage): Button[] {
  return componentsOf<Button>(message, ComponentType.Button);
}

/** The message's only select. */
export function selectOf(message: APIMessage): APIStringSelectComponent {
  const [select, another] = componentsOf<APIStringSelectComponent>(message, ComponentType.StringSelect);
  if (!select || another) throw new Error(`Not one select under: ${textOf(message)}`);
  return select;
}

/** Chooses in the message's only select. */
export function choose(person: Person, message: APIMessage, ...values: string[]): InteractionHandle {
  return person.select(message, selectOf(message).custom_id, values);
}

function componentsOf<T>(message: APIMessage, wanted: ComponentType): T[] {
  const inside = (component: unknown): T[] => {
    const { type, components, accessory } = component as {
      type: ComponentType;
      components?: unknown[];
      accessory?: unknown;
    };
    if (type === wanted) return [component as T];
    return [...(components ?? []), ...(accessory ? [accessory] : [])].flatMap(inside);
  };
  return (message.components ?? ([] as APIMessageTopLevelComponent[])).flatMap(inside);
}

export function buttonOf(message: APIMessage, label: string): Button {
  const found = buttonsOf(message).find((button) => button.label === label);
  if (!found) throw new Error(`No button "${label}" under: ${textOf(message)}`);
  return found;
}

/** Presses a button that the bot never made, with a forged custom id. */
export async function pressForged({ discord }: World, person: Person, customId: string): Promise<InteractionHandle> {
  const button = { type: ComponentType.Button, style: ButtonStyle.Primary, label: 'Forged', custom_id: customId };
  const response = await fetch(`${discord.apiUrl}/v10/channels/${person.view.channel('general').id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${discord.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'x', components: [{ type: ComponentType.ActionRow, components: [button] }] }),
  });
  return person.press((await response.json()) as APIMessage, customId);
}

/** Signs in on the game's pages, and gives the code that the bot's page then shows. */
export async function signIn(
  link: string,
  handle: string,
  browser: TinyBrowser = createTinyBrowser(),
  password = 'sandbox',
): Promise<string> {
  const invitation = await browser.open(link);
  const signInPage = await browser.submit(invitation);
  const consentPage = await browser.submit(signInPage, { handle, password });
  const codePage = await browser.submit(consentPage, { decision: 'allow' });
  const code = /data-code[^>]*>(\d{6})</.exec(codePage.html)?.[1];
  if (code === undefined) throw new Error(`No code on ${codePage.url.href}: ${codePage.html}`);
  return code;
}

/** Runs /login in the channel, also for a person who is linked already, and gives the invitation in the DM. */
export async function beginLogin(person: Person): Promise<APIMessage> {
  const before = person.dm().length;
  const answer = await person.run('login').response();
  if (buttonsOf(answer).some(({ label }) => label === ASK_ANYWAY)) await person.press(answer, ASK_ANYWAY).response();
  const invitation = person.dm()[before];
  if (!invitation) throw new Error('The bot sent no DM');
  return invitation;
}

/** The whole login of a person as a character. */
export async function linkCharacter(person: Person, handle: string): Promise<void> {
  await finishLogin(person, await beginLogin(person), handle);
}

/** {@link linkCharacter} with every permission. */
export async function linkWithEverything(person: Person, handle: string): Promise<void> {
  await person.run('login', { permissions: 'everything' }).response();
  const invitation = person.dm().at(-1);
  if (!invitation) throw new Error('The bot sent no DM');
  await finishLogin(person, invitation, handle);
}

/** Goes from an invitation to the stored link, and gives the last answer. Only another character than before is confirmed. */
export async function finishLogin(person: Person, invitation: APIMessage, handle: string): Promise<APIMessage> {
  const code = await signIn(buttonOf(invitation, 'Open the login page').url ?? '', handle);
  const modal = await person.press(invitation, 'Enter the code').modal();
  const answer = await person.submit(modal, { code }).response();
  const isQuestion = buttonsOf(answer).some(({ label }) => label === 'Link');
  return isQuestion ? await person.press(answer, 'Link').response() : answer;
}

/** Presses "Add this permission" under an error reply, goes through the login again, and gives what "Run it again" answers. */
export async function addPermission(person: Person, refusal: APIMessage, handle: string): Promise<APIMessage> {
  const before = person.dm().length;
  await person.press(refusal, 'Add this permission').response();
  const invitation = person.dm()[before];
  if (!invitation) throw new Error('The bot sent no DM');
  const done = await finishLogin(person, invitation, handle);
  return await person.press(done, 'Run it again').response();
}
