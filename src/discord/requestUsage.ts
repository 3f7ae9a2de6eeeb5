import type { QuotaUse } from '../quota/rule.ts';

/** The budgets that an interaction's requests used, and how many responses came from the cache. */
export type RequestUsage = { budgets: Set<string>; cached: number };

export function createRequestUsage(): RequestUsage {
  return { budgets: new Set(), cached: 0 };
}

/** A budget is scarce when less than this share of it is left. */
const SCARCE = 0.2;

/** The use of the scarcest budget; undefined if none is scarce. */
export async function findScarceBudget(
  { budgets }: RequestUsage,
  quotaOf: (budget: string) => Promise<QuotaUse>,
): Promise<QuotaUse | undefined> {
  const uses = await Promise.all([...budgets].map(quotaOf));
  return uses.filter(({ left, limit }) => left < limit * SCARCE).sort((a, b) => a.left - b.left)[0];
}
