import { expect, test } from 'vitest';
import type { GameRequestEvent, InteractionEvent } from '../../../sandbox/discord/people/pageProtocol.ts';
import { hasFocus, press } from './keyboard.ts';
import { composerOf } from './openPage.ts';
import { ada, general, messageOf, orson } from './samples.ts';
import { useStage } from './stage.ts';

const stage = useStage();

test('a newcomer picks a person, and the address keeps it', async () => {
  await stage.enter('nobody');
  await stage.page.getByRole('button', { name: /Orson Pike/ }).click();
  expect(await stage.peer.called('become')).toEqual({ personId: orson.id });
  await composerOf(stage.page).waitFor();
  expect(new URL(stage.page.url()).searchParams.get('as')).toBe('orson');
});

test('a user switches to another person by the keyboard alone', async () => {
  await stage.enter();
  await stage.page.getByRole('button', { name: /You are Ada Venn/ }).focus();
  await press(stage.page, 'Enter', 'ArrowDown', 'Enter');
  await stage.page.getByRole('button', { name: /You are Orson Pike/ }).waitFor();
});

test('the page says that the connection was lost, and returns to the same person and channel', async () => {
  await stage.enter(orson);
  await stage.page.getByText('Welcome to #general!').waitFor();
  stage.peer.answers.history = () => ({ messages: [messageOf({ content: 'after the break' })], hasMore: false });
  stage.peer.cut();
  await stage.page.getByText('after the break').waitFor();
  expect(await stage.page.getByText('Connection lost').count()).toBe(0);
  const becomings = stage.peer.calls.filter(({ call }) => call === 'become').map(({ params }) => params);
  expect(becomings).toEqual([{ personId: orson.id }, { personId: orson.id }]);
});

test('behind the scenes, a request is where it began, and what was sent comes first in its millisecond', async () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 2, 1) + ms).toISOString();
  const step = (state: InteractionEvent['state'], ms: number, userId = ada.id): InteractionEvent => ({
    type: 'interaction',
    interactionId: userId,
    userId,
    channelId: general.id,
    kind: 'component',
    name: 'next:2',
    label: 'Next',
    messageId: null,
    state,
    at: at(ms),
  });
  const request: GameRequestEvent = {
    type: 'gameRequest',
    at: at(15),
    method: 'GET',
    path: 'character/',
    status: null,
    durationMs: 60,
    onBehalfOf: null,
    quota: null,
  };
  await stage.enter();
  await stage.page.getByRole('button', { name: 'Behind the scenes' }).click();
  for (const event of [step('thinking', 10), step('sent', 10), step('answered', 70), request]) stage.peer.emit(event);
  for (const event of [step('sent', 1000, orson.id), step('didNotRespond', 4000, orson.id)]) stage.peer.emit(event);
  const moments = stage.page.locator('#trace').getByRole('listitem').getByRole('paragraph');
  await moments.nth(5).waitFor();
  expect(await moments.allInnerTexts()).toEqual([
    'Ada Venn used Next',
    'Commlink acknowledged Next after 0 ms',
    'Game: GET character/, no response in 60 ms, login service, not counted',
    'Commlink answered Next after 60 ms',
    'Orson Pike used Next',
    "Commlink didn't answer Next within 3000 ms",
  ]);
});

test('the switch breaks the game, shows what another person chose, and is absent where there is none', async () => {
  await stage.enter();
  await stage.page.getByRole('button', { name: 'Behind the scenes' }).click();
  const choice = stage.page.getByRole('group', { name: 'The game' });
  expect(await choice.count()).toBe(0);
  stage.peer.emit({ type: 'gameCondition', condition: 'working' });
  await choice.getByRole('radio', { name: 'works' }).press('ArrowDown');
  expect(await stage.peer.called('setGameCondition')).toEqual({ condition: 'down' });
  stage.peer.emit({ type: 'gameCondition', condition: 'slow' });
  await expect.poll(() => choice.getByRole('radio', { name: 'is slow' }).isChecked()).toBe(true);
  await choice.getByText('Every response takes 8 seconds').waitFor();
  expect(await hasFocus(choice.getByRole('radio', { name: 'is down' }))).toBe(true);
});
