import { type rulesExtended, SimpleMarkdown } from 'discord-markdown-parser';

type Rule = (typeof rulesExtended)[string];
type State = Parameters<Rule['match']>[1];

/** Where the library falls short of what Discord shows, and the rules that fill the gaps. */

const startOfLine = (state: State, previous: string): boolean =>
  state['prevCapture'] == null || previous.endsWith('\n');

/** `# Heading`: the library's own looks at the wrong part of the capture before it and misses a heading after a quote. */
export const headingRule: Rule = {
  order: 0,
  match: (source, state, previous) =>
    startOfLine(state, previous) ? /^(#{1,3}) +([^\n]+?) *(?:\n|$)/.exec(source) : null,
  parse: (capture, parse, state) => ({
    type: 'heading',
    level: capture[1]?.length ?? 1,
    content: parse(capture[2] ?? '', { ...state, prevCapture: null }),
  }),
};

/** `-# small print`, with the same correction. */
export const subtextRule: Rule = {
  order: 0,
  match: (source, state, previous) => (startOfLine(state, previous) ? /^-# +([^\n]+?) *(?:\n|$)/.exec(source) : null),
  parse: (capture, parse, state) => ({
    type: 'subtext',
    content: parse(capture[1] ?? '', { ...state, prevCapture: null }),
  }),
};

/** `<t:1700000000:R>`, with the two styles `s` and `S` (short date with time, and with seconds) that Discord added. */
export const timestampRule: Rule = {
  order: SimpleMarkdown.defaultRules.strong.order,
  match: (source) => /^<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/.exec(source),
  parse: (capture) => ({ type: 'timestamp', timestamp: capture[1], format: capture[2] }),
};

const itemPattern = /^( *)(?:([-*])|(\d{1,10})\.) +([^\n]+)$/;

/** `- item`, `* item`, `1. item`, nested by indentation: absent from the library. */
export const listRule: Rule = {
  order: 0,
  match: (source, state, previous) =>
    startOfLine(state, previous) ? /^(?: *(?:[-*]|\d{1,10}\.) +[^\n]+(?:\n|$))+/.exec(source) : null,
  parse: (capture, parse, state) => {
    const lines = (capture[0] ?? '').split('\n').filter((line) => line !== '');
    return toList(lines, (text) => parse(text, { ...state, prevCapture: ['', ''] }));
  },
};

interface List {
  type: 'list';
  ordered: boolean;
  start: number;
  items: unknown[][];
}

/** Lines of a list → the nested list. A deeper line belongs to the item before it. */
function toList(lines: string[], parseText: (text: string) => unknown): List {
  const first = itemPattern.exec(lines[0] ?? '');
  const indent = first?.[1]?.length ?? 0;
  const ordered = first?.[3] !== undefined;
  const list: List = { type: 'list', ordered, start: Number(first?.[3] ?? 1), items: [] };
  let index = 0;
  while (index < lines.length) {
    const text = itemPattern.exec(lines[index] ?? '')?.[4] ?? '';
    let next = index + 1;
    while (next < lines.length && (itemPattern.exec(lines[next] ?? '')?.[1]?.length ?? 0) > indent) next += 1;
    const parsed = parseText(text);
    const item: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    const nested = lines.slice(index + 1, next);
    list.items.push(nested.length > 0 ? [...item, toList(nested, parseText)] : item);
    index = next;
  }
  return list;
}
