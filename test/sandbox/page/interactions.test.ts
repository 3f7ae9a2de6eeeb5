import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { focusedName } from './keyboard.ts';
import { row } from './messageKinds.ts';
import { componentsOf, general, interactionOf } from './samples.ts';
import { Refusal } from './scriptedPeer.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const button = (name: string) => stage.page.getByRole('button', { name });

describe('a button', () => {
  const pager = (page: string, disabled = false) =>
    componentsOf([
      { type: ComponentType.TextDisplay, content: page },
      row(
        { type: ComponentType.Button, style: ButtonStyle.Secondary, label: 'Previous', custom_id: `previous ${page}` },
        { type: ComponentType.Button, style: ButtonStyle.Primary, label: 'Next', custom_id: `next ${page}`, disabled },
      ),
    ]);
  const message = pager('page 1');
  const pressed = { kind: 'component', name: 'next', label: 'Next', messageId: message.id } as const;
  const edit = (next: ReturnType<typeof pager>) =>
    stage.peer.emit({ type: 'messageUpdate', channelId: general.id, message: { ...next, id: message.id } });

  beforeEach(async () => {
    stage.peer.answers.history = () => ({ messages: [message], hasMore: false });
    await stage.enter();
  });

  test('disables the others while it waits, and keeps the focus through the response', async () => {
    await button('Next').focus();
    await stage.page.keyboard.press('Enter');
    expect(await stage.peer.called('press')).toMatchObject({ messageId: message.id, customId: 'next page 1' });
    await expect.poll(() => button('Next').getAttribute('aria-busy')).toBe('true');
    expect(await button('Previous').isDisabled()).toBe(true);
    await stage.page.keyboard.press('Enter');
    edit(pager('page 2'));
    stage.peer.emit(interactionOf({ ...pressed, state: 'answered' }));
    await stage.page.getByText('page 2').waitFor();
    await expect.poll(() => button('Next').getAttribute('aria-busy')).toBe(null);
    expect(await focusedName(stage.page)).toBe('Next');
    expect(stage.peer.calls.filter(({ call }) => call === 'press')).toHaveLength(1);
  });

  test('can be pressed again after no answer, which it shows, and after a refusal, which a notice shows', async () => {
    await button('Next').click();
    stage.peer.emit(interactionOf({ ...pressed, state: 'didNotRespond' }));
    await stage.page.getByText('This interaction failed').waitFor();
    expect(await button('Next').isDisabled()).toBe(false);
    stage.peer.answers.press = () => {
      throw new Refusal({ code: 'not_allowed', message: 'This button is not yours.' });
    };
    await button('Next').click();
    await stage.page.getByRole('alert').getByText('This button is not yours.').waitFor();
    await expect.poll(() => button('Next').isDisabled()).toBe(false);
  });
});

test('a command without an answer says that the application did not respond', async () => {
  await stage.enter();
  await stage.page.getByText('Welcome to #general!').waitFor();
  stage.peer.emit(interactionOf({ state: 'sent' }));
  await stage.page.getByText('Sending command…').waitFor();
  stage.peer.emit(interactionOf({ state: 'didNotRespond' }));
  const failure = stage.page.getByText('The application did not respond');
  await failure.waitFor();
  await button('Dismiss message').click();
  await failure.waitFor({ state: 'detached' });
});
