import { createDiscord, type Discord } from '../../sandbox/discord/discord.ts';
import { perSecond, quantile } from './harness.ts';

/** The addresses of the two stand-ins, one for each bot. */
export type DiscordServers = (Pick<Discord, 'botToken' | 'apiUrl' | 'cdnUrl' | 'applicationId'> & {
  publicKey: string;
  personIds: string[];
})[];

/** Asks a stand-in for interactions: `count` runs of a command, `width` at a time. */
export type Load = { server: number; command: string; count: number; width: number };

/** Interactions per second, the 95th percentile of their times, and the last message. */
export type Answered = { rate: number; p95Ms: number; components: unknown };

// The process of the stand-ins, separate from the measured bots.
const servers: Discord[] = [await createDiscord(), await createDiscord()];
process.on('message', async ({ server, command, count, width }: Load) => {
  const people = Object.values(servers[server]?.people ?? {});
  const took: number[] = [];
  let asked = 0;
  let components: unknown;
  const ask = async (): Promise<void> => {
    const startedAt = performance.now();
    asked += 1;
    components = (await people[asked % people.length]?.run(command).response())?.components;
    took.push(performance.now() - startedAt);
  };
  const rate = await perSecond(count, width, ask)();
  process.send?.({ rate, p95Ms: quantile(took, 0.95), components } satisfies Answered);
});
const toServer = ({ botToken, apiUrl, cdnUrl, applicationId, signer, people }: Discord) => ({
  ...{ botToken, apiUrl, cdnUrl, applicationId, publicKey: signer.verifyKey },
  personIds: Object.values(people).map(({ id }) => id),
});
process.send?.(servers.map(toServer) satisfies DiscordServers);
process.once('disconnect', () => process.exit(0));
