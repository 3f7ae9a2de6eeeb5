import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type APIMessage, ApplicationCommandOptionType, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import { walkComponents } from '../../sandbox/discord/validation/components.ts';
import { createRandom } from '../../sandbox/game/seed/random.ts';
import { createLogger } from '../../src/log.ts';
import { isAnswered } from '../scale/crowd.ts';
import { buttonsOf } from '../support/messages.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useWorld } from '../support/useWorld.ts';
import { beginLogin, enterCode, loginUrlOf, signIn } from '../support/world.ts';
import { pickValue } from '../walk/values.ts';
import { pathsOf, untilEnded } from '../walk/walker.ts';

const { String: STRING } = ApplicationCommandOptionType;
const MARK = 'zqmark';
/** The marker alone, and as the reason in a pay list. */
const FORMS = [MARK, `Dorn Hesk | 5 | ${MARK}`];

const file = join(makeTemporaryFolder(), 'commlink.db');
const lines: string[] = [];
const world = useWorld('all', {
  log: createLogger({ level: 'info' }, { write: (line) => void lines.push(line) }),
  environment: { DATABASE_FILE: file, QUOTA_PER_TOKEN: '1000000', TRANSFER_TYPED_ABOVE: '4' },
});
const { player } = world;

test('what people type into any option, form or file is neither in the log nor, in clear, in the store', async () => {
  const database = new DatabaseSync(file);
  // Triggers also find rows that exist for a moment, such as locks.
  database.exec('CREATE TABLE marked (namespace TEXT, key TEXT, value TEXT)');
  for (const event of ['INSERT', 'UPDATE'])
    database.exec(`CREATE TRIGGER mark_${event} AFTER ${event} ON entry
      WHEN NEW.namespace || NEW.key || NEW.value LIKE '%${MARK}%'
      BEGIN INSERT INTO marked VALUES (NEW.namespace, NEW.key, NEW.value); END`);
  const rows = database.prepare('SELECT * FROM marked');
  const findMarked = () => [...lines.splice(0).filter((line) => line.toLowerCase().includes(MARK)), ...rows.all()];
  const random = createRandom(1);
  const opened = new Set<string>();
  /** The buttons pressed since a command, before and after something was typed. */
  let pressed = new Set(['login/cancel true']);
  const toAction = (customId: string): string => customId.split('/', 2).join('/');

  /** Starts an interaction, then uses everything that its response offers. */
  const use = async (start: () => InteractionHandle, typed: string, isFileDone = false): Promise<void> => {
    const isOver = (it: InteractionHandle) => isAnswered(it) || it.record.state === 'missed';
    const handle = await untilEnded(async () => start(), isOver);
    const { name, original, state } = handle.record;
    // On a busy machine, the bot may miss Discord's three seconds.
    if (state === 'missed') return await use(start, typed, isFileDone);
    const modal = await handle.modal().catch(() => undefined);
    if (!modal) return original ? pressAll(original.message, typed) : undefined;
    opened.add(toAction(name));
    const nodesOf = (type: ComponentType) =>
      [...walkComponents(modal.data.components)].flatMap(({ node }) => (node.type === type ? node : []));
    const text = typed || MARK;
    const upload = () => player.upload({ filename: 'list.txt', contentType: 'text/plain', data: Buffer.from(text) });
    const files = isFileDone ? [] : nodesOf(ComponentType.FileUpload).map((node) => [node.custom_id, [upload().id]]);
    const toText = (node: { max_length?: number | null }) => text.slice(0, node.max_length ?? undefined);
    const texts = nodesOf(ComponentType.TextInput).map((node) => [node.custom_id, toText(node)]);
    await use(() => player.submit(modal, Object.fromEntries(files.length > 0 ? files : texts)), text);
    // Some forms take either a text or a file.
    if (files.length > 0) await use(start, typed, true);
  };
  /** Presses each button once; a dangerous one only if it's about the typed text. */
  const pressAll = async (message: APIMessage, typed: string): Promise<void> => {
    const { components = [] } = player.view.message(message.channel_id, message.id).message;
    for (const { custom_id: id = '', url, disabled, style } of buttonsOf({ components })) {
      const name = `${toAction(id)} ${typed !== ''}`;
      if (url || disabled || (typed === '' && style === ButtonStyle.Danger) || pressed.has(name)) continue;
      pressed.add(name);
      await use(() => player.press(message, id), typed);
      return await pressAll(message, typed);
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
    for (const option of options.filter(({ type, choices }) => type === STRING && !choices)) {
      const given = (text: string) => ({ ...others(), [option.name]: text.slice(0, option.max_length ?? undefined) });
      if (option.autocomplete) await player.autocomplete(name, given(MARK), option.name);
      for (const form of FORMS) await use(() => player.run(name, given(form)), form);
    }
    expect(findMarked(), name).toEqual([]);
  }
  for (const form of FORMS) await use(() => player.runOn('Use as pay list', player.send(form).id), form);
  expect(findMarked()).toEqual([]);
  const forms = commands.flatMap(({ name, actions = {} }) =>
    Object.entries(actions).flatMap(([action, { answer }]) => (answer === 'modal' ? `${name}/${action}` : [])),
  );
  // A pager's form is the same everywhere.
  expect(forms.filter((form) => !opened.has(form) && !form.endsWith('Jump'))).toEqual([]);
}, 240_000);
