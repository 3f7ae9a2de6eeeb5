/** Writes a number: as itself, or as the text that the live service sends in its place. */
export type WriteNumber = (value: number) => number | string;

/** Numbers are numbers, and text only with the quirk `numbersAsStrings`. */
export function createNumbers(areStrings: boolean): WriteNumber {
  return areStrings ? String : (value) => value;
}
