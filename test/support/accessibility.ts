import axe, { type AxeResults, type ImpactValue } from 'axe-core';
import type { Page } from 'playwright-core';

const seriousImpacts: ReadonlySet<ImpactValue | undefined> = new Set(['serious', 'critical']);

/**
 * Serious or critical problems that axe finds on the page, by all rules or these, one line for each
 * element: `rule (impact): where: what to do`. Axe is injected over the debugging protocol, which
 * bypasses the page's content security policy.
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
