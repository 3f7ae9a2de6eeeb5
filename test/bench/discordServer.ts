import { createDiscord, type Discord } from '../../sandbox/discord/discord.ts';
import { perSecond } from './harness.ts';

/** Where the two stand-ins are, one for each bot. */
export type DiscordServers = (Pick<Discord, 'botToken' | 'apiUrl' | 'cdnUrl' | 'applicationId'> & {
  publicKey: string;
})[];

/** Asks a stand-in for interactions a second: `count` runs of `/help`, `width` at a time. */
export type Load = { server: number; count: number; width: number };

/** Interactions a second, and what the last one showed. */
export type Answered = { rate: number; components: unknown };

// The process of the stand-ins, apart from the bots that are measured.
const servers: Discord[] = [await createDiscord(), await createDiscord()];
process.on('message', async ({ server, count, width }: Load) => {
  const people = Object.values(servers[server]?.people ?? {});
  let asked = 0;
  let components: unknown;
  const ask = async (): Promise<void> => {
    asked += 1;
    components = (await people[asked % people.length]?.run('help').response())?.components;
  };
  const rate = await perSecond(count, width, ask)();
  process.send?.({ rate, components } satisfies Answered);
});
process.send?.(
  servers.map(({ botToken, apiUrl, cdnUrl, applicationId, signer }) => ({
    botToken,
    apiUrl,
    cdnUrl,
    applicationId,
    publicKey: signer.verifyKey,
  })),
);
process.once('disconnect', () => process.exit(0));
