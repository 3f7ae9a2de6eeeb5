import type { QuotaUse } from '../quota/rule.ts';
import { timestamp } from './text.ts';
import type { Words } from './words/wordsFor.ts';

/** How a request budget stands: used and left; and in a small line, unless nothing is used, when slots free. */
export function quotaLines({ account: { quota } }: Words, use: QuotaUse): string[] {
  const [first = '', ...others] = freeing(quota, use);
  const frees = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' · ');
  return [quota.used(use.used, use.limit, use.left), ...(frees === '' ? [] : [`-# ${frees}`])];
}

/** The same for a footer, where little is left; `kept` answers cost nothing. */
export function scarceLine({ account: { quota } }: Words, use: QuotaUse, kept: number): string {
  const parts = [quota.scarce(use.left, use.limit), ...freeing(quota, use)];
  if (kept > 0) parts.push(quota.kept(kept));
  return parts.join(' · ');
}

function freeing(quota: Words['account']['quota'], { nextFreeAt, allFreeAt }: QuotaUse): string[] {
  return [
    ...(nextFreeAt ? [quota.nextFrees(timestamp(nextFreeAt, 'R'))] : []),
    ...(allFreeAt ? [quota.allFree(timestamp(allFreeAt, 't'))] : []),
  ];
}
