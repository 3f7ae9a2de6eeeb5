import {
  type APIMessage,
  ButtonStyle,
  ComponentType,
  MessageFlags,
  MessageReferenceType,
  MessageType,
} from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { focusedName, hasFocus } from './keyboard.ts';
import { ada, answerTo, bot, botDm, commands, componentsOf, general, messageOf, orson, welcomeOf } from './samples.ts';
import { anyScreen, type Screen, screens } from './screens.ts';
import { Refusal } from './scriptedPeer.ts';
import { useStage } from './stage.ts';

beforeEach(async () => {
  peer = await startScriptedPeer();
  stage.peer.answers.commands = () => commands;
});
afterEach(async () => {
  await stage.page.context().close();
  await stage.peer.close();
  open.expectClean();
});

async function enter(person = ada, screen: Screen = anyScreen): Promise<void> {
  open = await openPage(browser, stage.peer.url, person.username, screen);
  page = open.page;
}

const composer = () => stage.page.getByRole('combobox', { name: /^Message/ });
const at = new Date().toISOString();
const interaction = { channelId: general.id, kind: 'component', name: 'next', at } as const;

describe('choosing who one is', () => {
  test('a newcomer picks a person, and the address keeps it', async () => {
    open = await openPage(browser, stage.peer.url, undefined);
    page = open.page;
    await stage.page.getByRole('button', { name: /Orson Pike/ }).click();
    expect(await stage.peer.called('become')).toEqual({ personId: orson.id });
    await composer().waitFor();
    expect(new URL(stage.page.url()).searchParams.get('as')).toBe('orson');
  });

  test('one becomes somebody else by the keyboard alone', async () => {
    await enter();
    await stage.page.getByRole('button', { name: /You are Ada Venn/ }).focus();
    await stage.page.keyboard.press('Enter');
    await stage.page.keyboard.press('ArrowDown');
    await stage.page.keyboard.press('Enter');
    await stage.page.getByRole('button', { name: /You are Orson Pike/ }).waitFor();
  });
});

describe.each(screens)('commands at $width pixels', (screen) => {
  test('slash, arrows, Tab and Enter lead through a command with options', async () => {
    stage.peer.answers.autocomplete = ({ options }) => ({
      choices: [{ name: `${options['recipient']}son Pike`, value: 'Orson Pike' }],
    });
    await enter(ada, screen);
    await stage.page.getByRole('button', { name: 'Behind the scenes' }).focus();
    await stage.page.keyboard.press('/');
    await stage.page.getByRole('option', { name: /credits balance/ }).waitFor();
    await stage.page.keyboard.press('ArrowDown');
    await stage.page.keyboard.press('Enter');
    expect(await focusedName(stage.page)).toBe('recipient');
    await stage.page.keyboard.type('Or');
    await stage.page.getByRole('option', { name: 'Orson Pike' }).waitFor();
    await stage.page.keyboard.press('Tab');
    expect(await focusedName(stage.page)).toBe('amount');
    await stage.page.keyboard.type('five');
    await stage.page.keyboard.press('Enter');
    await stage.page.getByText('A whole number, please.').waitFor();
    expect(stage.peer.calls.some(({ call }) => call === 'run')).toBe(false);
    await stage.page.keyboard.press('ControlOrMeta+a');
    await stage.page.keyboard.type('500');
    await stage.page.keyboard.press('Enter');
    expect(await stage.peer.called('run')).toMatchObject({
      subcommand: ['transfer'],
      options: { recipient: 'Orson Pike', amount: 500 },
    });
    await composer().waitFor();
    expect(await focusedName(stage.page)).toBe('Message #general');
  });

  test('Escape closes the list, then the command', async () => {
    await enter(ada, screen);
    await composer().pressSequentially('/pro');
    await stage.page.getByRole('option', { name: /profile/ }).waitFor();
    await stage.page.keyboard.press('Escape');
    await stage.page.getByRole('listbox', { name: 'Commands' }).waitFor({ state: 'hidden' });
    await composer().fill('');
    await composer().pressSequentially('/profile ');
    await stage.page.getByRole('form', { name: 'Command /profile' }).waitFor();
    await stage.page.keyboard.press('Escape');
    await composer().waitFor();
  });
});

test.each(screens)(
  'the time beside a message without a heading keeps clear of its words, at $width pixels',
  async (screen) => {
    const messages = ['First', 'Second'].map((content) =>
      messageOf({ by: orson, content, timestamp: '2026-02-21T10:23:00.000Z' }),
    );
    stage.peer.answers.history = () => ({ messages, hasMore: false });
    await enter(ada, screen);
    const second = stage.page.getByRole('article').filter({ hasText: 'Second' });
    await second.hover();
    const time = second.getByRole('time');
    await time.waitFor();
    const [timeBox, wordsBox] = [await time.boundingBox(), await second.getByText('Second').boundingBox()];
    expect(timeBox?.x).toBeGreaterThanOrEqual(0);
    expect((timeBox?.x ?? 0) + (timeBox?.width ?? 0)).toBeLessThanOrEqual((wordsBox?.x ?? 0) - 8);
  },
);

describe('components', () => {
  const pager = (label: string, nextDisabled = false) =>
    componentsOf([
      { type: ComponentType.TextDisplay, content: label },
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Secondary,
            label: 'Previous',
            custom_id: `previous ${label}`,
          },
          {
            type: ComponentType.Button,
            style: ButtonStyle.Primary,
            label: 'Next',
            custom_id: `next ${label}`,
            disabled: nextDisabled,
          },
        ],
      },
    ]);

  test('while a button waits the others wait too, and the focus stays through the answer', async () => {
    const message = pager('page 1');
    stage.peer.answers.history = () => ({ messages: [message], hasMore: false });
    await enter();
    const next = stage.page.getByRole('button', { name: 'Next' });
    await next.focus();
    await stage.page.keyboard.press('Enter');
    expect(await stage.peer.called('press')).toMatchObject({ messageId: message.id, customId: 'next page 1' });
    await expect.poll(() => next.getAttribute('aria-busy')).toBe('true');
    expect(await stage.page.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true');
    await stage.page.keyboard.press('Enter');
    stage.peer.emit({ type: 'messageUpdate', channelId: general.id, message: { ...pager('page 2'), id: message.id } });
    stage.peer.emit({ type: 'interaction', ...interaction, interactionId: '1', messageId: message.id, state: 'answered' });
    await stage.page.getByText('page 2').waitFor();
    await expect.poll(() => next.getAttribute('aria-busy')).toBe(null);
    expect(await focusedName(stage.page)).toBe('Next');
    expect(stage.peer.calls.filter(({ call }) => call === 'press')).toHaveLength(1);
  });

  test('when the pressed button is disabled by the answer, its neighbor gets the focus', async () => {
    const message = pager('page 1');
    stage.peer.answers.history = () => ({ messages: [message], hasMore: false });
    await enter();
    await stage.page.getByRole('button', { name: 'Next' }).focus();
    stage.peer.emit({
      type: 'messageUpdate',
      channelId: general.id,
      message: { ...pager('last page', true), id: message.id },
    });
    await stage.page.getByText('last page').waitFor();
    expect(await focusedName(stage.page)).toBe('Previous');
  });

  test('a button that gets no answer says so, and can be pressed again', async () => {
    const message = pager('page 1');
    stage.peer.answers.history = () => ({ messages: [message], hasMore: false });
    await enter();
    await stage.page.getByRole('button', { name: 'Next' }).click();
    stage.peer.emit({
      type: 'interaction',
      ...interaction,
      interactionId: '1',
      messageId: message.id,
      state: 'didNotRespond',
    });
    await stage.page.getByText('This interaction failed').waitFor();
    expect(await stage.page.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe(null);
  });

  test('a refused press is told in a notice', async () => {
    stage.peer.answers.history = () => ({ messages: [pager('page 1')], hasMore: false });
    stage.peer.answers.press = () => {
      throw new Refusal({ code: 'not_allowed', message: 'This button is not yours.' });
    };
    await enter();
    await stage.page.getByRole('button', { name: 'Next' }).click();
    await stage.page.getByRole('alert').getByText('This button is not yours.').waitFor();
    await expect.poll(() => stage.page.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe(null);
  });

  test('text from the wire is never markup', async () => {
    const content = '<img src=x onerror="document.title=1"><b>bold?</b>';
    stage.peer.answers.history = () => ({ messages: [messageOf({ content })], hasMore: false });
    await enter();
    await stage.page.getByText(content).waitFor();
  });
});

describe('interactions', () => {
  const run = {
    channelId: general.id,
    kind: 'command',
    name: '/profile',
    messageId: null,
    interactionId: '710000000000000001',
    at,
  } as const;

  test('a command shows that it is sent, then its answer with who used what', async () => {
    await enter();
    await stage.page.getByText('Welcome to #general!').waitFor();
    stage.peer.emit({ type: 'interaction', ...run, state: 'sent' });
    await stage.page.getByText('Sending command…').waitFor();
    stage.peer.emit({ type: 'interaction', ...run, state: 'answered' });
    const message = messageOf({ content: 'Your profile', flags: MessageFlags.Ephemeral, ...answerTo(ada, 'profile') });
    stage.peer.emit({ type: 'messageCreate', channelId: general.id, message });
    const row = stage.page.locator(`[data-message-id="${message.id}"]`);
    await row.getByText('Your profile').waitFor();
    expect(await row.textContent()).toContain('Ada Vennused/profile');
    expect(await stage.page.getByText('Sending command…').count()).toBe(0);
    await row.getByRole('button', { name: 'Dismiss message' }).click();
    expect(await stage.peer.called('dismiss')).toEqual({ channelId: general.id, messageId: message.id });
  });

  test('a command without an answer says that the application did not respond', async () => {
    await enter();
    await stage.page.getByText('Welcome to #general!').waitFor();
    stage.peer.emit({ type: 'interaction', ...run, state: 'sent' });
    stage.peer.emit({ type: 'interaction', ...run, state: 'didNotRespond' });
    await stage.page.getByText('The application did not respond').waitFor();
    await stage.page.getByRole('button', { name: 'Dismiss message' }).click();
    await stage.page.getByText('The application did not respond').waitFor({ state: 'detached' });
  });

  test("a user's menu offers the bot's user commands", async () => {
    await enter();
    await expect.poll(() => stage.peer.calls.some(({ call }) => call === 'commands')).toBe(true);
    await page
      .getByRole('complementary', { name: 'Members' })
      .getByRole('button', { name: /Orson Pike/ })
      .click({ button: 'right' });
    await stage.page.getByRole('menuitem', { name: 'Show profile' }).click();
    expect(await stage.peer.called('runOn')).toMatchObject({ targetId: orson.id });
  });
});

describe('conversations', () => {
  test('a plain message is sent by Enter, and kept when it could not be', async () => {
    await enter();
    await composer().fill('Hello, everybody');
    await stage.page.keyboard.press('Enter');
    expect(await stage.peer.called('send')).toEqual({ channelId: general.id, content: 'Hello, everybody' });
    stage.peer.answers.send = () => {
      throw new Refusal({ code: 'not_allowed', message: 'Not here.' });
    };
    await composer().fill('Again');
    await stage.page.keyboard.press('Enter');
    await stage.page.getByText('Not here.').waitFor();
    expect(await composer().inputValue()).toBe('Again');
  });

  test('a direct message makes an unread mark and a notice that opens it', async () => {
    await enter();
    await stage.page.getByText('Welcome to #general!').waitFor();
    stage.peer.emit({ type: 'channel', channel: { ...botDm, unread: 3 } });
    stage.peer.emit({
      type: 'messageCreate',
      channelId: botDm.id,
      message: messageOf({ channel_id: botDm.id, content: 'Your link' }),
    });
    await stage.page.getByRole('button', { name: /Commlink 3 unread/ }).waitFor();
    await stage.page.getByRole('button', { name: 'Open', exact: true }).click();
    await stage.page.getByText('Your link').waitFor();
    expect(await stage.peer.called('read')).toEqual({ channelId: botDm.id });
    expect(await stage.page.getByRole('button', { name: /Commlink 3 unread/ }).count()).toBe(0);
  });

  test('who reads further up stays there when a message comes', async () => {
    const messages = Array.from({ length: 60 }, (_, index) =>
      messageOf({ by: index % 2 ? ada : orson, content: `number ${index}` }),
    );
    stage.peer.answers.history = () => ({ messages, hasMore: false });
    await enter();
    await stage.page.getByText('number 59').waitFor();
    await stage.page.getByText('number 20').scrollIntoViewIfNeeded();
    await stage.page.getByRole('button', { name: 'Jump to newest' }).waitFor();
    const before = await stage.page.getByText('number 20').boundingBox();
    stage.peer.emit({ type: 'messageCreate', channelId: general.id, message: messageOf({ content: 'the newest' }) });
    await stage.page.getByText('the newest').waitFor({ state: 'attached' });
    expect(await stage.page.getByText('number 20').boundingBox()).toEqual(before);
    await stage.page.getByRole('button', { name: 'Jump to newest' }).click();
    await expect.poll(() => stage.page.getByText('the newest').isVisible()).toBe(true);
  });

  const talk = () =>
    Array.from({ length: 60 }, (_, index) => messageOf({ by: index % 2 ? ada : orson, content: `number ${index}.` }));
  const fromEnd = () =>
    stage.page.getByRole('log').evaluate((log) => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight));

  test('the newest message is in sight when the channel opens, also after late pictures have made room for themselves', async () => {
    const picture = {
      id: '1',
      filename: 'late.svg',
      size: 1,
      url: `${stage.peer.url}/picture.svg`,
      proxy_url: '',
      content_type: 'image/svg+xml',
    };
    const messages = [...talk(), messageOf({ content: 'with a picture', attachments: [picture] })];
    stage.peer.answers.history = () => ({ messages, hasMore: false });
    open = await openPage(browser, stage.peer.url, undefined);
    page = open.page;
    const late = Promise.withResolvers<void>();
    await stage.page.route('**/picture.svg', async (route) => {
      await late.promise;
      await route.continue();
    });
    await stage.page.getByRole('button', { name: /Ada Venn/ }).click();
    await stage.page.getByText('with a picture').waitFor();
    await expect.poll(fromEnd).toBe(0);
    const height = () => stage.page.getByRole('img', { name: 'late.svg' }).evaluate((image) => image.clientHeight);
    const before = await height();
    late.resolve();
    await expect.poll(height).toBeGreaterThan(before + 100);
    await expect.poll(fromEnd).toBe(0);
    await stage.page.reload();
    await stage.page.getByText('with a picture').waitFor();
    await expect.poll(height).toBeGreaterThan(before + 100);
    await expect.poll(fromEnd).toBe(0);
  });

  test('a list that grows before it hears of its own scrolling stays at its end', async () => {
    stage.peer.answers.history = () => ({ messages: talk(), hasMore: false });
    await enter();
    await stage.page.getByText('number 59.').waitFor();
    await expect.poll(fromEnd).toBe(0);
    await stage.page.getByText('number 58.').evaluate((element) => {
      element.setAttribute('hidden', '');
      element.after(element.ownerDocument.createElement('canvas'));
      const log = element.closest('[role="log"]');
      log?.dispatchEvent(new (element.ownerDocument.defaultView ?? globalThis).Event('scroll'));
    });
    await expect.poll(fromEnd).toBe(0);
    expect(await stage.page.getByRole('button', { name: 'Jump to newest' }).isVisible()).toBe(false);
  });

  test('a private answer tells what it refers to, leads there, and knows when that is gone', async () => {
    const secret = (content: string, fields: Partial<APIMessage> = {}) =>
      messageOf({ content, flags: MessageFlags.Ephemeral, ...fields });
    const refersTo = (id: string): Partial<APIMessage> => ({
      type: MessageType.Reply,
      message_reference: { type: MessageReferenceType.Default, channel_id: general.id, message_id: id },
    });
    const origin = componentsOf([{ type: ComponentType.TextDisplay, content: `# For <@${ada.id}>\nmore` }]);
    const answers = [
      secret('about a listed one', refersTo(origin.id)),
      secret('about one that is gone', { ...refersTo('1'), referenced_message: null }),
      secret('about an unknown one', refersTo('2')),
    ];
    stage.peer.answers.history = () => ({ messages: [origin, ...talk(), ...answers], hasMore: false });
    await enter();
    const article = (text: string) => stage.page.getByRole('article').filter({ hasText: text });
    await article('about one that is gone').getByText('Original message was deleted').waitFor();
    await article('about an unknown one').getByText('Message could not be loaded').waitFor();
    const answer = article('about a listed one');
    expect(await answer.getByText('Original message was deleted').count()).toBe(0);
    await answer.getByRole('button', { name: `@${bot.displayName} For @Ada Venn more` }).focus();
    await stage.page.keyboard.press('Enter');
    const target = stage.page.locator(`[data-message-id="${origin.id}"]`);
    await expect.poll(() => hasFocus(target)).toBe(true);
    await stage.page.getByRole('button', { name: 'Jump to newest' }).click();
    stage.peer.emit({ type: 'messageDelete', channelId: general.id, messageId: origin.id });
    await answer.getByText('Original message was deleted').waitFor();
  });

  test('a spoiler stays one where it is referred to', async () => {
    const origin = messageOf({ content: 'It was ||the butler||' });
    const reply = messageOf({
      content: 'No!',
      type: MessageType.Reply,
      message_reference: { type: MessageReferenceType.Default, channel_id: general.id, message_id: origin.id },
    });
    stage.peer.answers.history = () => ({ messages: [origin, reply], hasMore: false });
    await enter();
    const text = await stage.page.getByRole('article').filter({ hasText: 'No!' }).textContent();
    expect(text).toContain('It was');
    expect(text).not.toContain('butler');
  });

  test("moments in messages are told in the person's language, and change with it", async () => {
    stage.peer.answers.become = ({ personId }) => ({ ...welcomeOf(personId), locale: 'de' });
    stage.peer.answers.history = () => ({ messages: [messageOf({ content: 'On <t:1771675934:D>' })], hasMore: false });
    await enter();
    await stage.page.getByText('21. Februar 2026', { exact: true }).waitFor();
    stage.peer.emit({ type: 'locale', locale: 'fr' });
    await stage.page.getByText('21 février 2026', { exact: true }).waitFor();
  });

  test('older messages are fetched when the top comes near', async () => {
    const messages = Array.from({ length: 60 }, (_, index) =>
      messageOf({ by: index % 2 ? ada : orson, content: `number ${index}.` }),
    );
    stage.peer.answers.history = ({ before }) =>
      before === undefined
        ? { messages: messages.slice(20), hasMore: true }
        : { messages: messages.slice(0, 20), hasMore: false };
    await enter();
    await stage.page.getByText('number 20.').scrollIntoViewIfNeeded();
    await stage.page.getByText('number 0.').waitFor({ state: 'attached' });
    expect(stage.peer.calls.filter(({ call }) => call === 'history')).toHaveLength(2);
  });

  test('somebody who types is named', async () => {
    await enter();
    await stage.page.getByText('Welcome to #general!').waitFor();
    const user = { id: orson.id, username: 'orson', discriminator: '0', global_name: 'Orson Pike', avatar: null };
    stage.peer.emit({ type: 'typing', channelId: general.id, user, at });
    await stage.page.getByText('Orson Pike is typing…').waitFor();
  });

  test('a command that is mentioned is put into the composer', async () => {
    stage.peer.answers.history = () => ({
      messages: [messageOf({ content: 'Use </login:800000000000000001>.' })],
      hasMore: false,
    });
    await enter();
    await stage.page.getByRole('button', { name: '/login' }).click();
    await stage.page.getByRole('form', { name: 'Command /login' }).waitFor();
    await stage.page.keyboard.press('Enter');
    expect(await stage.peer.called('run')).toMatchObject({ subcommand: [], options: {} });
  });
});

test('a lost connection is told, and the page finds back to the same person and channel', async () => {
  await enter(orson);
  await stage.page.getByText('Welcome to #general!').waitFor();
  stage.peer.answers.history = () => ({ messages: [messageOf({ content: 'after the break' })], hasMore: false });
  stage.peer.cut();
  await stage.page.getByText('after the break').waitFor();
  expect(await stage.page.getByText('Connection lost').count()).toBe(0);
  expect(stage.peer.calls.filter(({ call }) => call === 'become').map(({ params }) => params)).toEqual([
    { personId: orson.id },
    { personId: orson.id },
  ]);
});

test('an offline bot is told', async () => {
  await enter();
  stage.peer.emit({ type: 'botPresence', online: false });
  await stage.page.getByText('The bot is offline.').first().waitFor();
  expect(
    await page
      .getByRole('complementary', { name: 'Members' })
      .getByRole('button', { name: new RegExp(bot.displayName) })
      .textContent(),
  ).toContain('offline');
});
