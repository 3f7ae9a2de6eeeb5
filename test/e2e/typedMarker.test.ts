import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type APIMessage,
  ApplicationCommandType,
  ButtonStyle,
  ComponentType,
  InteractionResponseType,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import type { ModalValue } from '../../sandbox/discord/people/pageProtocol.ts';
import { type ComponentNode, walkComponents } from '../../sandbox/discord/validation/components.ts';
import { createRandom } from '../../sandbox/game/seed/random.ts';
import { createLogger } from '../../src/log.ts';
import { isAnswered } from '../scale/crowd.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useWorld } from '../support/useWorld.ts';
import { beginLogin, enterCode, loginUrlOf, signIn } from '../support/world.ts';
import { pickValue } from '../walk/values.ts';
import { pathsOf, untilEnded } from '../walk/walker.ts';

const MARK = 'zqmark';
/** The marker alone, and as the reason in a pay list. */
const FORMS = [MARK, `Dorn Hesk | 5 | ${MARK}`];
/** Personal collections that aren't sealed. */
const STILL_CLEAR = ['commlink:audit'];

const file = join(makeTemporaryFolder(), 'commlink.db');
const lines: string[] = [];
const world = useWorld('all', {
  log: createLogger({ level: 'info' }, { write: (line) => void lines.push(line) }),
  environment: { DATABASE_FILE: file, QUOTA_PER_TOKEN: '1000000', TRANSFER_TYPED_ABOVE: '4' },
});

/** The log's lines and the store's collections that have the marker. */
function findMarked(): string[] {
  const isMarked = (row: unknown) => JSON.stringify(row).toLowerCase().includes(MARK);
  const database = new DatabaseSync(file, { readOnly: true });
  const stored = database.prepare('SELECT * FROM entry').all().filter(isMarked);
  database.close();
  const clear = stored.map(({ namespace }) => String(namespace)).filter((name) => !STILL_CLEAR.includes(name));
  return [...lines.splice(0).filter(isMarked), ...clear];
}

const isText = ({ type, choices }: { type: Type; choices?: unknown }) => type === Type.String && !choices;
const nodesOf = ({ components = [] }: { components?: readonly unknown[] }): ComponentNode[] =>
  [...walkComponents(components as ComponentNode[])].map(({ node }) => node);
const toAction = (customId: string): string => customId.split('/', 2).join('/');

test('what people type into any option, form or file is neither in the log nor, in clear, in the store', async () => {
  const { player } = world;
  const random = createRandom(1);
  const opened = new Set<string>();
  /** The buttons that the command in hand has led to, each with what was typed. */
  let pressed = new Set(['login/cancel true']);

  /** Does something, then all that its answer offers. */
  const use = async (start: () => InteractionHandle, typed: string, isFileDone = false): Promise<void> => {
    const handle = await untilEnded(async () => start(), isAnswered);
    const { acknowledgedBy, name, original } = handle.record;
    if (acknowledgedBy !== InteractionResponseType.Modal)
      return original ? await pressAll(original.message, typed) : undefined;
    opened.add(toAction(name));
    const modal = await handle.modal();
    const fields = (wanted: ComponentType, toValue: (node: ComponentNode) => ModalValue) =>
      nodesOf(modal.data).flatMap((node) => (node.type === wanted ? [[node.custom_id, toValue(node)]] : []));
    const text = typed || MARK;
    const upload = () => player.upload({ filename: 'list.txt', contentType: 'text/plain', data: Buffer.from(text) });
    const files = isFileDone ? [] : fields(ComponentType.FileUpload, () => [upload().id]);
    const texts = fields(ComponentType.TextInput, ({ max_length }) => text.slice(0, max_length ?? undefined));
    await use(() => player.submit(modal, Object.fromEntries(files.length > 0 ? files : texts)), text);
    // Some forms take either a text or a file.
    if (files.length > 0) await use(start, typed, true);
  };
  /** Presses each button; a dangerous one only if it's about what was typed. */
  const pressAll = async (message: APIMessage, typed: string): Promise<void> => {
    for (const { type, style, disabled, custom_id } of nodesOf(message)) {
      const id = custom_id ?? '';
      const name = `${toAction(id)} ${typed !== ''}`;
      const isButton = type === ComponentType.Button && style !== ButtonStyle.Link && !disabled;
      if (!isButton || (typed === '' && style === ButtonStyle.Danger) || pressed.has(name)) continue;
      pressed.add(name);
      // Another button may have ended the message.
      if (nodesOf(player.view.message(message.channel_id, message.id).message).some((each) => each.custom_id === id))
        await use(() => player.press(message, id), typed);
    }
  };
  const invitation = await beginLogin(player, { permissions: 'everything' });
  await use(() => player.press(invitation, 'Enter the code'), MARK);
  const code = await signIn(loginUrlOf(invitation), 'Vael Ondar');
  await use(() => player.press(invitation, 'Link Vael Ondar'), MARK);
  await enterCode(player, invitation, code);
  for (const { name, options } of pathsOf(player)) {
    pressed = new Set();
    const required = options.filter((option) => option.required);
    const others = () => Object.fromEntries(required.map((option) => [option.name, pickValue(random, option, true)]));
    await use(() => player.run(name, others()), '');
    for (const option of options.filter(isText)) {
      if (option.autocomplete) await player.autocomplete(name, { [option.name]: MARK }, option.name);
      for (const typed of FORMS)
        await use(
          () => player.run(name, { ...others(), [option.name]: typed.slice(0, option.max_length ?? undefined) }),
          typed,
        );
    }
    expect(findMarked(), name).toEqual([]);
  }
  for (const { body } of player.commands().filter((each) => each.type === ApplicationCommandType.Message))
    for (const typed of FORMS) await use(() => player.runOn(body.name, player.send(typed).id), typed);
  expect(findMarked()).toEqual([]);
  // A pager's form is the same everywhere.
  const forms = commands.flatMap(({ name, actions = {} }) =>
    Object.entries(actions).flatMap(([action, { answer }]) =>
      answer === 'modal' && !action.endsWith('Jump') ? [`${name}/${action}`] : [],
    ),
  );
  expect(forms.filter((form) => !opened.has(form))).toEqual([]);
}, 240_000);
