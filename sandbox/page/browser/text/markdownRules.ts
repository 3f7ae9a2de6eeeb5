import { rulesExtended } from 'discord-markdown-parser';
import { toWebAddress } from './webAddress.ts';

type Rule = (typeof rulesExtended)[string];
type State = Parameters<Rule['match']>[1];

const startsLine = (state: State, previous: string): boolean => state['prevCapture'] == null || previous.endsWith('\n');

/** The library looks at the wrong part of what it read before, and misses a heading after a quote. */
function atLineStart(rule: Rule): Rule {
  return {
    ...rule,
    match: (source, state, previous) =>
      startsLine(state, previous) ? rule.match(source, { ...state, prevCapture: null }, previous) : null,
  };
}

/** `- item`, `* item`, `1. item`: absent from the library. A nested list is shown flat. */
const list: Rule = {
  order: 0,
  match: (source, state, previous) =>
    startsLine(state, previous) ? /^(?: *(?:[-*]|\d{1,10}\.) +[^\n]+(?:\n|$))+/.exec(source) : null,
  parse: ([all = ''], parse, state) => {
    const items = [...all.matchAll(/^ *(?:[-*]|(\d+)\.) +(.+)$/gm)];
    return {
      start: items[0]?.[1],
      items: items.map(([, , text = '']) => parse(text, { ...state, prevCapture: ['', ''] })),
    };
  },
};

/** What isn't a web address isn't a link on Discord either: its source is shown. `part` is where the rule has the address. */
function onlyToWeb(rule: Rule, part: number): Rule {
  return {
    ...rule,
    match: (source, state, previous) => {
      const capture = rule.match(source, state, previous);
      return capture && toWebAddress(capture[part] ?? '') !== undefined ? capture : null;
    },
  };
}

const ruleOf = (name: string) => rulesExtended[name] as Rule;

/** The library's rules, with those that fall short of what Discord shows replaced. */
export const RULES = {
  ...rulesExtended,
  heading: atLineStart(ruleOf('heading')),
  subtext: atLineStart(ruleOf('subtext')),
  list,
  link: onlyToWeb(ruleOf('link'), 2),
  autolink: onlyToWeb(ruleOf('autolink'), 1),
};
