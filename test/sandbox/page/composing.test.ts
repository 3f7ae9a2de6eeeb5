import { describe, expect, test } from 'vitest';
import { focusedName } from './keyboard.ts';
import { composerOf } from './openPage.ts';
import { ada, general, messageOf } from './samples.ts';
import { screens } from './screens.ts';
import { Refusal } from './scriptedPeer.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const composer = () => composerOf(stage.page);

describe.each(screens)('commands at $width pixels', (screen) => {
  test('slash, arrows, Tab and Enter lead through a command with options', async () => {
    stage.peer.answers.autocomplete = ({ options }) => ({
      choices: [{ name: `${options['recipient']}son Pike`, value: 'Orson Pike' }],
    });
    await stage.enter(ada, screen);
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
    await stage.enter(ada, screen);
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

test('a plain message is sent by Enter, and kept when it could not be', async () => {
  await stage.enter();
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

test('a command that is mentioned is put into the composer', async () => {
  stage.peer.answers.history = () => ({
    messages: [messageOf({ content: 'Use </login:800000000000000001>.' })],
    hasMore: false,
  });
  await stage.enter();
  await stage.page.getByRole('button', { name: '/login' }).click();
  await stage.page.getByRole('form', { name: 'Command /login' }).waitFor();
  await stage.page.keyboard.press('Enter');
  expect(await stage.peer.called('run')).toMatchObject({ subcommand: [], options: {} });
});
