import axe, { type AxeResults, type ImpactValue } from 'axe-core';
import type { Page } from 'playwright-core';

const seriousImpacts: ReadonlySet<ImpactValue | undefined> = new Set(['serious', 'critical']);

/**
 * What axe finds serious or critical on the page as it stands, one line for each element: `rule (impact): where: what to do`. Empty when
 * all is well. Axe is put into the page over the debugging protocol, which a content security policy does not bind.
 */
export async function findSeriousProblems(page: Page): Promise<string[]> {
  await page.evaluate(`if (!window.axe) { ${axe.source} }`);
  const { violations } = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ impact }) => seriousImpacts.has(impact))
      .map(({ impact, target, failureSummary }) => `${id} (${impact}): ${target.join(' ')}: ${failureSummary}`),
  );
}
