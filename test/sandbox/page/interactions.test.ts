import { ButtonStyle, ComponentType, MessageFlags } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { focusedName } from './keyboard.ts';
import { ada, answerTo, componentsOf, general, messageOf, orson } from './samples.ts';
import { Refusal } from './scriptedPeer.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const at = new Date().toISOString();

describe('a button', () => {
  const interaction = {
    userId: ada.id,
    channelId: general.id,
    kind: 'component',
    name: 'next',
    label: 'Next',
    at,
  } as const;
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
    await stage.enter();
    const next = stage.page.getByRole('button', { name: 'Next' });
    await next.focus();
    await stage.page.keyboard.press('Enter');
    expect(await stage.peer.called('press')).toMatchObject({ messageId: message.id, customId: 'next page 1' });
    await expect.poll(() => next.getAttribute('aria-busy')).toBe('true');
    expect(await stage.page.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true');
    await stage.page.keyboard.press('Enter');
    stage.peer.emit({ type: 'messageUpdate', channelId: general.id, message: { ...pager('page 2'), id: message.id } });
    stage.peer.emit({
      type: 'interaction',
      ...interaction,
      interactionId: '1',
      messageId: message.id,
      state: 'answered',
    });
    await stage.page.getByText('page 2').waitFor();
    await expect.poll(() => next.getAttribute('aria-busy')).toBe(null);
    expect(await focusedName(stage.page)).toBe('Next');
    expect(stage.peer.calls.filter(({ call }) => call === 'press')).toHaveLength(1);
  });

  test('when the pressed button is disabled by the answer, its neighbor gets the focus', async () => {
    const message = pager('page 1');
    stage.peer.answers.history = () => ({ messages: [message], hasMore: false });
    await stage.enter();
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
    await stage.enter();
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
    await stage.enter();
    await stage.page.getByRole('button', { name: 'Next' }).click();
    await stage.page.getByRole('alert').getByText('This button is not yours.').waitFor();
    await expect.poll(() => stage.page.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe(null);
  });
});

describe('a command', () => {
  const run = {
    userId: ada.id,
    channelId: general.id,
    kind: 'command',
    name: '/profile',
    label: '/profile',
    messageId: null,
    interactionId: '710000000000000001',
    at,
  } as const;

  test('a command shows that it is sent, then its answer with who used what', async () => {
    await stage.enter();
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
    await stage.enter();
    await stage.page.getByText('Welcome to #general!').waitFor();
    stage.peer.emit({ type: 'interaction', ...run, state: 'sent' });
    stage.peer.emit({ type: 'interaction', ...run, state: 'didNotRespond' });
    await stage.page.getByText('The application did not respond').waitFor();
    await stage.page.getByRole('button', { name: 'Dismiss message' }).click();
    await stage.page.getByText('The application did not respond').waitFor({ state: 'detached' });
  });

  test("a user's menu offers the bot's user commands", async () => {
    await stage.enter();
    await expect.poll(() => stage.peer.calls.some(({ call }) => call === 'commands')).toBe(true);
    await stage.page
      .getByRole('complementary', { name: 'Members' })
      .getByRole('button', { name: /Orson Pike/ })
      .click({ button: 'right' });
    await stage.page.getByRole('menuitem', { name: 'Show profile' }).click();
    expect(await stage.peer.called('runOn')).toMatchObject({ targetId: orson.id });
  });
});
