import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openPage } from '../sandbox/page/openPage.ts';
import { ada, answerTo, componentsOf, general, messageOf } from '../sandbox/page/samples.ts';
import { startScriptedPeer } from '../sandbox/page/scriptedPeer.ts';
import { launchChromium } from '../support/chromium.ts';
import { bring } from '../support/machine/bring.ts';
import type { Contest, Measure, Row } from './harness.ts';

const FEW = 50;
const MANY = 500;
const COUNT = 8;
/** Two frames and more: what a message brings about is over. */
const QUIET_MS = 50;

/** Whether the chat page's work for a new message grows with the messages that it shows. */
export const pageRows: Row[] = [
  {
    name: `page: new messages below ${MANY}`,
    against: `below ${FEW}`,
    unit: '1/s',
    // At most 1.3 times the time.
    target: { of: 'ratio', atLeast: 0.77 },
    slices: 2,
    open: drawMessages,
  },
];

async function drawMessages(): Promise<Contest> {
  const stopMachine = await bring('CHROMIUM_PATH');
  const browser = await launchChromium();
  const [many, few] = [await openChannel(browser, MANY), await openChannel(browser, FEW)];
  return {
    ours: many.measure,
    peer: few.measure,
    close: async () => {
      await browser.close();
      await Promise.all([many.close(), few.close()]);
      stopMachine();
    },
  };
}

/** A page in a channel with that many messages. A measurement sends it more of them and takes them away again. */
async function openChannel(browser: Browser, count: number): Promise<{ measure: Measure; close: () => Promise<void> }> {
  const peer = await startScriptedPeer();
  const messages = Array.from({ length: count }, toMessage);
  peer.answers.history = () => ({ messages, hasMore: false });
  const { page } = await openPage(browser, peer.url, ada.username);
  await page.getByText(`number ${count - 1}.`).waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });

  /** Seconds of the processor that the page's main thread has had: for scripts, styles, layout and paint. */
  async function busySeconds(): Promise<number> {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  }

  async function measure(): Promise<number> {
    const added = Array.from({ length: COUNT }, toMessage);
    const before = await busySeconds();
    for (const message of added) {
      peer.emit({ type: 'messageCreate', channelId: general.id, message });
      await sleep(QUIET_MS);
    }
    const busy = (await busySeconds()) - before;
    for (const { id } of added) peer.emit({ type: 'messageDelete', channelId: general.id, messageId: id });
    await sleep(QUIET_MS);
    return COUNT / busy;
  }

  return { measure, close: peer.close };
}

/** Plain words and the bot's answers in turns. */
function toMessage(_: unknown, index: number) {
  const content = `number ${index}.`;
  return index % 2 ? messageOf({ by: ada, content }) : componentsOf([{ type: 10, content }], answerTo(ada, 'profile'));
}
