import type { QuotaUse } from '../quota/rule.ts';

/** What one interaction cost: the budgets that its requests drew on, and how many answers were kept ones and cost nothing. */
export type RequestUsage = { budgets: Set<string>; cached: number };

export function createRequestUsage(): RequestUsage {
  return { budgets: new Set(), cached: 0 };
}

/** People are told of a budget when less than this share of it is left. */
const SCARCE = 0.2;

/** How the scarcest budget stands that the interaction drew on; undefined while there is enough of each. */
export async function findScarceBudget(
  { budgets }: RequestUsage,
  quotaOf: (budget: string) => Promise<QuotaUse>,
): Promise<QuotaUse | undefined> {
  const uses = await Promise.all([...budgets].map(quotaOf));
  return uses.filter(({ left, limit }) => left < limit * SCARCE).sort((a, b) => a.left - b.left)[0];
}
