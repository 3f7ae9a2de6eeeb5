import { expect, test } from 'vitest';
import { finish } from '../../src/view/finish.ts';
import { type GamePage, gameButton } from '../../src/view/gameSite.ts';
import { button, buttons, type MessageView, message, text } from '../../src/view/message.ts';

const site = new URL('https://game.example/');
const withGameLinks = (site: URL | undefined, view: MessageView) =>
  finish(view, { owner: '1', site, mention: (content) => content });

test.each<[GamePage, string]>([
  [{ page: 'character', handle: "D'Arc & Söhne" }, "profiles/index.php?c=1&tHand=D'Arc%20%26%20S%C3%B6hne"],
  [{ page: 'systems', uid: '9:12' }, 'rules/?Galaxy_Map&systemID=12'],
  [{ page: 'planets', uid: '8:3&x=1' }, 'rules/?Galaxy_Map&planetID=3%26x%3D1'],
  [{ page: 'sectors', uid: '25:7' }, 'rules/?Galaxy_Map&sectorID=7'],
  [{ page: 'messages' }, 'members/messages/'],
  [{ page: 'credits' }, 'members/credits/'],
])('%j is below the site', (page, path) => {
  const shown = withGameLinks(site, message('neutral', buttons(gameButton('Open', page))));
  expect(JSON.stringify(shown)).toContain(JSON.stringify(`https://game.example/${path.replaceAll("'", '%27')}`));
});

test.each<[string, URL | undefined, GamePage]>([
  ['without a site', undefined, { page: 'credits' }],
  ['that Discord would refuse as too long', site, { page: 'character', handle: '%'.repeat(200) }],
])('a button %s goes, and a row with nothing else goes too', (_, site, page) => {
  const open = gameButton('Open', page);
  const view = message('neutral', text('Sent'), buttons(open), buttons(button('Log', 'id'), open));
  const [container] = withGameLinks(site, view).components as { components: { components?: unknown[] }[] }[];
  expect(container?.components.map(({ components }) => components?.length)).toEqual([undefined, 1]);
});
