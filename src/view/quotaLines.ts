import type { QuotaUse } from '../quota/rule.ts';
import type { KitTexts } from './en.ts';
import { timestamp } from './text.ts';

/** A budget's used and remaining requests; in a small line, when more become available. */
export function quotaLines({ quota }: KitTexts, use: QuotaUse): string[] {
  const [first = '', ...others] = toTimes(quota, use);
  const times = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' · ');
  return [quota.used(use.used, use.limit, use.left), ...(times === '' ? [] : [`-# ${times}`])];
}

/** A footer line for when few requests are left; `cached` responses cost none. */
export function scarceLine({ quota }: KitTexts, use: QuotaUse, cached: number): string {
  return [quota.scarce(use.left), ...toTimes(quota, use), ...(cached > 0 ? [quota.cached(cached)] : [])].join(' · ');
}

function toTimes(quota: KitTexts['quota'], { left, nextFreeAt, allFreeAt, isShared }: QuotaUse): string[] {
  return [
    ...(isShared ? [quota.shared] : []),
    ...(nextFreeAt ? [quota.next(timestamp(nextFreeAt, 'T'), left)] : []),
    ...(allFreeAt ? [quota.allFree(timestamp(allFreeAt, 't'))] : []),
  ];
}
