import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import { composerOf, type OpenPage, openPage } from './openPage.ts';
import { ada, commands } from './samples.ts';
import { DESK, type Screen } from './screens.ts';
import { type ScriptedPeer, startScriptedPeer } from './scriptedPeer.ts';

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Shared by the files of this folder, which run in one process a worker; they end with it. */
let browser: Promise<Browser> | undefined;
let sharedPeer: Promise<ScriptedPeer> | undefined;
const sharedPages = new Map<Screen, Promise<OpenPage>>();

function launchOnce(): Promise<Browser> {
  browser ??= launchChromium();
  return browser;
}

/** How long what a test needs lasts: for that test, or for the `describe` (or file) in which it was asked for. */
type Lasting = 'test' | 'describe';

const hooks = { test: { before: beforeEach, after: afterEach }, describe: { before: beforeAll, after: afterAll } };

/**
 * Gives the tests of a file or a `describe` what opens the chat page in a window of its own: as the person of a username, or
 * without one at the choice of people. The windows are closed after each test, which fails when one of them wasn't clean.
 */
export function usePages(): (url: string, username?: string, screen?: Screen) => Promise<Page> {
  const opened: OpenPage[] = [];
  afterEach(async () => {
    const closing = opened.splice(0);
    await Promise.all(closing.map(({ page }) => page.context().close()));
    for (const { expectClean } of closing) expectClean();
  });
  return async (url, username, screen) => {
    const open = await openPage(await launchOnce(), url, username, screen);
    opened.push(open);
    return open.page;
  };
}

/** Where a test plays: one chat page, and the other end of its line. */
export type Stage = {
  /** Offers the commands of the samples until a test says otherwise. */
  readonly peer: ScriptedPeer;
  /** The page that was entered last. */
  readonly page: Page;
  /** Loads the page as Ada or whoever is named, on the stage's screen or another; as nobody: at the choice of people. */
  enter: (who?: { username: string } | 'nobody', screen?: Screen) => Promise<void>;
};

/** A {@link Stage} for the tests of a file or a `describe`: set up again for each of them, or once for all. */
export function useStage({ lasting = 'test' as Lasting, screen: usualScreen = DESK } = {}): Stage {
  let peer: ScriptedPeer;
  let open: OpenPage | undefined;
  hooks[lasting].before(async () => {
    sharedPeer ??= startScriptedPeer();
    peer = await sharedPeer;
    peer.reset();
    peer.answers.commands = () => commands;
  });
  hooks[lasting].after(leave);

  /** Empties the window, which stays for the next test. */
  async function leave(): Promise<void> {
    const left = open;
    open = undefined;
    const [first, ...others] = left?.page.context().pages() ?? [];
    await Promise.all([first?.goto('about:blank'), ...others.map((page) => page.close())]);
    left?.expectClean();
  }

  return {
    get peer() {
      return peer;
    },
    get page() {
      if (open === undefined) throw new Error('The page has not been entered');
      return open.page;
    },
    async enter(who = ada, screen = usualScreen) {
      await leave();
      const shared =
        sharedPages.get(screen) ?? openPage(await launchOnce(), 'about:blank', undefined, screen, peer.url);
      sharedPages.set(screen, shared);
      open = await shared;
      const { page } = open;
      await page.setViewportSize(screen);
      await page.emulateMedia({ colorScheme: screen.theme });
      await page.goto(who === 'nobody' ? peer.url : `${peer.url}/?as=${who.username}`);
      if (who !== 'nobody') await composerOf(page).waitFor();
    },
  };
}
