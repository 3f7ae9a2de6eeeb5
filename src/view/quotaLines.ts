import type { QuotaUse } from '../quota/rule.ts';
import type { KitMessages } from './messages.ts';
import { timestamp } from './text.ts';

/** How a request budget stands: used and left; and in a small line, unless nothing is used, when slots free. */
export function quotaLines({ quota }: KitMessages, use: QuotaUse): string[] {
  const [first = '', ...others] = freeing(quota, use);
  const frees = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' · ');
  return [quota.used(use.used, use.limit, use.left), ...(frees === '' ? [] : [`-# ${frees}`])];
}

/** The same for a footer, where little is left; `cached` answers cost nothing. */
export function scarceLine({ quota }: KitMessages, use: QuotaUse, cached: number): string {
  const parts = [quota.scarce(use.left), ...freeing(quota, use)];
  if (cached > 0) parts.push(quota.cached(cached));
  return parts.join(' · ');
}

function freeing(quota: KitMessages['quota'], { nextFreeAt, allFreeAt }: QuotaUse): string[] {
  return [
    ...(nextFreeAt ? [quota.next(timestamp(nextFreeAt, 'R'))] : []),
    ...(allFreeAt ? [quota.allFree(timestamp(allFreeAt, 't'))] : []),
  ];
}
