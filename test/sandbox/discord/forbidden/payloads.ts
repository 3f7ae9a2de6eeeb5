import { test } from 'vitest';

/** The flag IS_COMPONENTS_V2. */
export const v2 = 1 << 15;
/** The flag EPHEMERAL. */
export const ephemeral = 1 << 6;

export const text = (content: string) => ({ type: 10, content });
export const button = (id: string, more: object = {}) => ({ type: 2, style: 1, label: 'x', custom_id: id, ...more });
export const row = (...components: object[]) => ({ type: 1, components });
export const container = (...components: object[]) => ({ type: 17, components });
export const section = (accessory: object, ...components: object[]) => ({ type: 9, components, accessory });
export const option = (value: string, more: object = {}) => ({ label: value, value, ...more });
export const options = (count: number) => ({ options: many(count, (index) => option(`${index}`)) });
export const select = (id: string, more: object = {}) => ({ type: 3, custom_id: id, ...options(2), ...more });

/** A message of one row, of several, and of Components V2. */
export const inRow = (...components: object[]) => ({ components: [row(...components)] });
export const inRows = (...components: object[]) => ({ components: components.map((one) => row(one)) });
export const modern = (...components: object[]) => ({ flags: v2, components });

export const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
export const long = (length: number) => 'x'.repeat(length);

/** Makes a payload of a size; the least and greatest valid size; the path of the fault. */
export type Limit = [
  what: string,
  make: (size: number) => unknown,
  least: number | null,
  most: number | null,
  path: string,
];

/** An invalid payload, and the path of its fault; several are joined with a comma. */
export type Contradiction = [what: string, body: unknown, path: string];

export type Rows = { limits: Limit[]; contradictions: Contradiction[] };

/** Tests each case: it's refused, and the limits themselves are accepted. */
export function testRows(
  { limits, contradictions }: Rows,
  expectTaken: (body: unknown) => Promise<void>,
  expectRefused: (body: unknown, path: string) => Promise<void>,
): void {
  test.each(limits)('has no other number of %s', async (_what, make, least, most, path) => {
    for (const [last, step] of [
      [least, -1],
      [most, 1],
    ] as const) {
      if (last === null) continue;
      await expectTaken(make(last));
      await expectRefused(make(last + step), path);
    }
  });
  test.each(contradictions)('never has %s', async (_what, body, path) => {
    await expectRefused(body, path);
  });
}
