import { rulesExtended, SimpleMarkdown } from 'discord-markdown-parser';
import { toWebAddress } from './webAddress.ts';

type Rule = (typeof rulesExtended)[string];
type State = Parameters<Rule['match']>[1];

const startsLine = (state: State, previous: string): boolean => state['prevCapture'] == null || previous.endsWith('\n');

/** `# Heading`: the library's rule looks at the wrong part of what it read before and misses a heading after a quote. */
const heading: Rule = {
  order: 0,
  match: (source, state, previous) =>
    startsLine(state, previous) ? /^(#{1,3}) +([^\n]+?) *(?:\n|$)/.exec(source) : null,
  parse: (capture, parse, state) => ({
    level: capture[1]?.length,
    content: parse(capture[2] ?? '', { ...state, prevCapture: null }),
  }),
};

/** `-# small print`, with the same correction. */
const subtext: Rule = {
  order: 0,
  match: (source, state, previous) => (startsLine(state, previous) ? /^-# +([^\n]+?) *(?:\n|$)/.exec(source) : null),
  parse: (capture, parse, state) => ({ content: parse(capture[1] ?? '', { ...state, prevCapture: null }) }),
};

/** `<t:1700000000:R>`: the library doesn't know the styles `s` and `S`. */
const timestamp: Rule = {
  order: SimpleMarkdown.defaultRules.strong.order,
  match: (source) => /^<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/.exec(source),
  parse: (capture) => ({ atMs: Number(capture[1]) * 1000, style: capture[2] ?? 'f' }),
};

/** `- item`, `* item`, `1. item`: absent from the library. A nested list is shown flat. */
const list: Rule = {
  order: 0,
  match: (source, state, previous) =>
    startsLine(state, previous) ? /^(?: *(?:[-*]|\d{1,10}\.) +[^\n]+(?:\n|$))+/.exec(source) : null,
  parse: (capture, parse, state) => {
    const items = [...(capture[0] ?? '').matchAll(/^ *(?:[-*]|(\d+)\.) +(.+)$/gm)];
    const start = items[0]?.[1];
    return {
      start: start === undefined ? undefined : Number(start),
      items: items.map(([, , text = '']) => parse(text, { ...state, prevCapture: ['', ''] })),
    };
  },
};

/** What isn't a web address isn't a link on Discord either: its source is shown. */
function onlyToWeb(name: 'link' | 'autolink', part: number): Rule {
  const rule = rulesExtended[name] as Rule;
  return {
    ...rule,
    match: (source, state, previous) => {
      const capture = rule.match(source, state, previous);
      return capture && toWebAddress(capture[part] ?? '') !== undefined ? capture : null;
    },
  };
}

/** The library's rules, with those that fall short of what Discord shows replaced. */
export const RULES = {
  ...rulesExtended,
  heading,
  subtext,
  timestamp,
  list,
  link: onlyToWeb('link', 2),
  autolink: onlyToWeb('autolink', 1),
};
