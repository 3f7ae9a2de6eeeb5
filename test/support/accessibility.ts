import axe, { type AxeResults, type ImpactValue } from 'axe-core';
import type { Page } from 'playwright-core';

const seriousImpacts: ReadonlySet<ImpactValue | undefined> = new Set(['serious', 'critical']);

/**
 * What axe finds serious or critical on the page as it is now, by all its rules or these, one line for each element:
 * `rule (impact): where: what to do`. Empty when all is well. Axe is put into the page over the debugging protocol, which a
 * content security policy does not bind.
 */
export async function findSeriousProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ impact }) => seriousImpacts.has(impact))
      .map(({ impact, target, failureSummary }) => `${id} (${impact}): ${target.join(' ')}: ${failureSummary}`),
  );
}
