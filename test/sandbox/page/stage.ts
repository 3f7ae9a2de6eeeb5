import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import { composerOf, type OpenPage, openPage } from './openPage.ts';
import { ada, commands } from './samples.ts';
import { DESK, type Screen } from './screens.ts';
import { type ScriptedPeer, startScriptedPeer } from './scriptedPeer.ts';

// A browser is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Shared by this folder's files, which run in one process per worker; it ends with it. */
let browser: Promise<Browser> | undefined;
let sharedPeer: Promise<ScriptedPeer> | undefined;
const sharedPages = new Map<Screen, Promise<OpenPage>>();

function launchOnce(): Promise<Browser> {
  browser ??= launchChromium();
  return browser;
}

/** The lifetime of a test's resources: that test, or its `describe` (or file). */
type Lasting = 'test' | 'describe';

const hooks = { test: { before: beforeEach, after: afterEach }, describe: { before: beforeAll, after: afterAll } };

/**
 * Opens chat pages in new windows: as the person of a username, or without one at the choice of
 * people. Closes them after each test, which fails if one wasn't clean.
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

/** One chat page, and its scripted server. */
export type Stage = {
  /** Offers the commands of the samples unless a test sets others. */
  readonly peer: ScriptedPeer;
  /** The page that was entered last. */
  readonly page: Page;
  /** Loads the page as Ada or another person, or with the list of people (`nobody`). */
  enter: (who?: { username: string } | 'nobody', screen?: Screen) => Promise<void>;
};

/** A {@link Stage} for the tests of a file or a `describe`: a new one for each, or one for all. */
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
