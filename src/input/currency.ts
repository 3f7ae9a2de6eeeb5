/** Signs and names of currencies beside a number, other than the word for credits. */
export const CURRENCY_WORDS = [
  'gp',
  'gold',
  'isk',
  'eur',
  'usd',
  'chf',
  'gbp',
  'sek',
  'nok',
  'dkk',
  'kr',
  'auec',
  'uec',
];

const BEFORE = /^\p{Sc}\s?/u;
const AFTER = new RegExp(`(?<=[\\d\\s])(?:\\p{Sc}|${CURRENCY_WORDS.join('|')})\\.?$`, 'iu');

/** An amount without its currency, to see that it is one. The bot pays only credits. */
export function withoutCurrency(text: string): string {
  return text.slice(0, MAX_LENGTH).trim().replace(BEFORE, '').replace(AFTER, '').trim();
}

/** Max characters of a cell that may be an amount. */
const MAX_LENGTH = 100;
