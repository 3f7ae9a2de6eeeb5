import type { Locator, Page } from 'playwright-core';

const mostSteps = 120;

/** Goes to an element by Tab (or Shift+Tab) from the current focus. Throws if it isn't reached. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let step = 0; step < mostSteps; step += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${mostSteps} times ${key} did not lead to ${target}`);
}

export async function enterAt(page: Page, target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Chooses text files in the browser's own window, which `open` opens. */
export async function chooseFiles(page: Page, open: () => Promise<void>, ...names: string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()]);
  await chooser.setFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })));
}

const keyNames = /^(Enter|Escape|Tab|Space|Backspace|Home|End|ArrowUp|ArrowDown|F6|(Shift|ControlOrMeta)\+.+)$/;

/** Presses keys one after the other; anything but a key's name or combination is typed. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    if (keyNames.test(key)) await page.keyboard.press(key);
    else await page.keyboard.type(key);
  }
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === element.ownerDocument.activeElement);
}

/** The accessible name or text of the focused element. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate<string>(
    'document.activeElement.getAttribute("aria-label") || document.activeElement.textContent.trim()',
  );
}
