import { type Ends, killAtRandom } from './kills.ts';
import { runLists } from './listRounds.ts';
import { createLoad } from './load.ts';
import { runRounds } from './rounds.ts';
import { type Aftermath, settle } from './settle.ts';
import { openStage, type StagePlan } from './stage.ts';

export type Verdict = Aftermath & Ends & Pick<StagePlan, 'name' | 'terms'>;

/** Resolves at the last kill with a promise of the verdict: others run while people wait. */
export async function runScenario(
  plan: StagePlan,
  say: (line: string) => void,
): Promise<{ verdict: Promise<Verdict> }> {
  const stage = await openStage(plan);
  const load = createLoad(stage);
  const ends: Ends = { running: 0, answered: 0, badEnds: 0 };
  const { rounds, name, terms } = plan;
  const areLists = rounds === 'lists';
  const act = areLists ? runLists : rounds ? runRounds : killAtRandom;
  const acting = act(stage, load, ends, say).then(async () => {
    await load.stop();
    await Promise.all(stage.bots.map((bot) => bot.start()));
  });
  // Lists wait most of the time, so others run beside them.
  if (!areLists) await acting;
  const verdict = acting.then(() => settle(stage, load)).then((aftermath) => ({ name, terms, ...aftermath, ...ends }));
  return { verdict: verdict.finally(() => stage.close()) };
}
