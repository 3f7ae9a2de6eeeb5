import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import { type OpenPage, openPage } from './openPage.ts';
import { ada, commands } from './samples.ts';
import { anyScreen, type Screen } from './screens.ts';
import { type ScriptedPeer, startScriptedPeer } from './scriptedPeer.ts';

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** How long what a test needs lasts: for that test, or for the `describe` (or file) in which it was asked for. */
type Lasting = 'test' | 'describe';

const hooks = {
  test: { before: beforeEach, after: afterEach },
  describe: { before: beforeAll, after: afterAll },
};

/**
 * Gives the tests of a file or a `describe` a browser, and how to open the chat page in it as the person of a username; without one, at the choice of
 * people. The pages are closed after each test, or after all of them, and it fails when one was not clean.
 */
export function usePages(
  lasting: Lasting = 'test',
): (url: string, username?: string, screen?: Screen) => Promise<Page> {
  let browser: Browser;
  const opened: OpenPage[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  hooks[lasting].after(async () => {
    const closing = opened.splice(0);
    await Promise.all(closing.map(({ page }) => page.context().close()));
    for (const { expectClean } of closing) expectClean();
  });
  return async (url, username, screen) => {
    const open = await openPage(browser, url, username, screen);
    opened.push(open);
    return open.page;
  };
}

/** Where a test plays: one chat page, and the other end of its line. */
export interface Stage {
  /** Offers the commands of the samples until a test says otherwise. */
  readonly peer: ScriptedPeer;
  /** The page that was entered last. */
  readonly page: Page;
  /** Opens the page as Ada or whoever is named, on the stage's screen or another; as nobody: at the choice of people. */
  enter: (who?: { username: string } | 'nobody', screen?: Screen) => Promise<void>;
}

/** A {@link Stage} for the tests of a file or a `describe`: for each of them a new one, or one for all. */
export function useStage({ lasting = 'test' as Lasting, screen: usualScreen = anyScreen } = {}): Stage {
  let peer: ScriptedPeer;
  let page: Page;
  hooks[lasting].before(async () => {
    peer = await startScriptedPeer();
    peer.answers.commands = () => commands;
  });
  // What is asked for first is given back last: the page is closed while its peer is still there, and so does not complain of losing it.
  hooks[lasting].after(() => peer?.close());
  const open = usePages(lasting);
  return {
    get peer() {
      return peer;
    },
    get page() {
      return page;
    },
    async enter(who = ada, screen = usualScreen) {
      page = await open(peer.url, who === 'nobody' ? undefined : who.username, screen);
    },
  };
}
