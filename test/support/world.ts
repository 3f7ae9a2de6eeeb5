import { type APIMessage, ButtonStyle, ComponentType, MessageFlags } from 'discord-api-types/v10';
import { pino } from 'pino';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';
import { createTinyBrowser } from './browser.ts';
import { buttonOf, labelsOf } from './messages.ts';
import { emptyDatabase } from './redisDatabase.ts';
import { createWitness, type Witness } from './witness.ts';

/** A button for people who are already linked. */
const ASK_ANYWAY = 'Ask again anyway';
const OPEN_PAGE = 'Open the login page';

/** A sandbox with a witness, and its people. */
export type World = Sandbox & Pick<Witness, 'acknowledgeRefusal'> & Sandbox['discord']['people'];

/**
 * A whole sandbox, quiet unless TEST_LOG_LEVEL is set. `stop` rejects if the bot sent something
 * malformed that the test didn't acknowledge, or if the Discord stand-in sent something invalid.
 */
export async function startWorld({ environment = {}, ...options }: Partial<SandboxOptions> = {}): Promise<World> {
  const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
  const { REDIS_URL } = environment;
  const isolated = {
    // Tests count and break requests, which the walk would add to.
    GALAXY_COPY: 'off',
    ...environment,
    ...(REDIS_URL !== undefined && { REDIS_URL: await emptyDatabase(REDIS_URL) }),
  };
  const sandbox = await startSandbox({ log, environment: isolated, ...options });
  const witness = createWitness(sandbox.discord);
  return {
    ...sandbox,
    ...sandbox.discord.people,
    acknowledgeRefusal: witness.acknowledgeRefusal,
    async stop() {
      await sandbox.stop();
      witness.assertClean();
    },
  };
}

/** Presses a button with a forged custom id, which the bot never made. */
export async function pressForged({ discord }: World, person: Person, customId: string): Promise<InteractionHandle> {
  const button = { type: ComponentType.Button, style: ButtonStyle.Primary, label: 'Forged', custom_id: customId };
  const row = { type: ComponentType.ActionRow, components: [button] };
  const response = await fetch(`${discord.apiUrl}/v10/channels/${person.view.channel('general').id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${discord.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ flags: MessageFlags.IsComponentsV2, components: [row] }),
  });
  return person.press((await response.json()) as APIMessage, customId);
}

/** The bot's DM after an interaction. */
export async function dmAfter(person: Person, handle: InteractionHandle): Promise<APIMessage> {
  const before = person.dm().length;
  await handle.response();
  const message = person.dm()[before];
  if (!message) throw new Error('The bot sent no DM');
  return message;
}

/** The address of the login page on an invitation. */
export function loginUrlOf(invitation: APIMessage): string {
  return buttonOf(invitation, OPEN_PAGE).url ?? '';
}

/** The permissions that are checked on the login page of a link. */
export async function checkedOn(link: string): Promise<string[]> {
  const { html } = await createTinyBrowser().open(link);
  return [...html.matchAll(/value="(\w+)" checked/g)].map(([, scope = '']) => scope);
}

/** Posts the login page, signs in to the game, and returns the code that the bot's page shows. */
export async function signIn(link: string, handle: string, posted = {}, browser = createTinyBrowser()) {
  const signInPage = await browser.submit(await browser.open(link), posted);
  const consentPage = await browser.submit(signInPage, { handle, password: 'sandbox' });
  const codePage = await browser.submit(consentPage, { decision: 'allow' });
  const code = /data-code[^>]*>(\d{6})</.exec(codePage.html)?.[1];
  if (code === undefined) throw new Error(`No code on ${codePage.url.href}: ${codePage.html}`);
  return code;
}

/** Submits the code in the invitation's form: after a sign-in, for that character. */
export async function enterCode(person: Person, invitation: APIMessage, code: string): Promise<APIMessage> {
  const { message } = person.view.message(invitation.channel_id, invitation.id);
  const label = labelsOf(message).find((each) => each?.startsWith('Link ')) ?? 'Enter the code';
  const modal = await person.press(message, label).modal();
  return await person.submit(modal, { code }).response();
}

/** Runs /logout and confirms it, if there is a link to end. */
export async function logOut(person: Person): Promise<APIMessage> {
  const question = await person.run('logout').response();
  return labelsOf(question).includes('Log out') ? await person.press(question, 'Log out').response() : question;
}

/**
 * Runs /login in the channel, even for a linked person. Returns the invitation in the DM, or the
 * response if there is none.
 */
export async function beginLogin(person: Person, options: Record<string, string> = {}): Promise<APIMessage> {
  const before = person.dm().length;
  const answer = await person.run('login', options).response();
  if (labelsOf(answer).includes(ASK_ANYWAY)) await person.press(answer, ASK_ANYWAY).response();
  const isInvitation = (message: APIMessage): boolean => labelsOf(message).includes(OPEN_PAGE);
  return person.dm().slice(before).find(isInvitation) ?? answer;
}

/** Logs in, confirming the character if asked. Returns the last response. */
export async function finishLogin(person: Person, invitation: APIMessage, handle: string): Promise<APIMessage> {
  const answer = await enterCode(person, invitation, await signIn(loginUrlOf(invitation), handle));
  return labelsOf(answer).includes('Link') ? await person.press(answer, 'Link').response() : answer;
}

export async function linkCharacter(person: Person, handle: string): Promise<void> {
  await finishLogin(person, await beginLogin(person), handle);
}

export async function linkWithEverything(person: Person, handle: string): Promise<void> {
  await finishLogin(person, await beginLogin(person, { permissions: 'everything' }), handle);
}

/** Presses "Add this permission", logs in again, and returns the response to "Run it now". */
export async function addPermission(person: Person, refusal: APIMessage, handle: string): Promise<APIMessage> {
  const invitation = await dmAfter(person, person.press(refusal, 'Add this permission'));
  const done = await finishLogin(person, invitation, handle);
  return await person.press(done, 'Run it now').response();
}
