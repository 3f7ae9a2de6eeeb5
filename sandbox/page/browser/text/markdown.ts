import { rulesExtended, SimpleMarkdown } from 'discord-markdown-parser';
import { toWebAddress } from './webAddress.ts';

/** Discord's text formatting as the library's tree. Texts are never read as HTML. */
export type MarkdownNode =
  | { type: 'text' | 'inlineCode' | 'codeBlock'; content: string }
  | { type: 'br' | 'everyone' | 'here' | 'role' }
  | {
      type: 'strong' | 'em' | 'underline' | 'strikethrough' | 'blockQuote' | 'subtext' | 'spoiler';
      content: MarkdownNode[];
    }
  | { type: 'heading'; level: number; content: MarkdownNode[] }
  | { type: 'link' | 'url' | 'autolink'; target: string; title?: string; content: MarkdownNode[] }
  /** `start`: the first number; undefined for bullets. */
  | { type: 'list'; start: string | undefined; items: MarkdownNode[][] }
  | { type: 'timestamp'; timestamp: string; format?: string }
  | { type: 'emoji' | 'twemoji'; name: string }
  | MentionNode;

/** A reference to someone or something by id. */
export type MentionNode =
  | { type: 'user' | 'channel'; id: string }
  | { type: 'slashCommand'; fullName: string; id: string };

type Rule = (typeof rulesExtended)[string];
type State = Parameters<Rule['match']>[1];

const startsLine = (state: State, previous: string): boolean => state['prevCapture'] == null || previous.endsWith('\n');

/** The library checks the wrong part of the text before, and misses a heading after a quote. */
function atLineStart(rule: Rule): Rule {
  return {
    ...rule,
    match: (source, state, previous) =>
      startsLine(state, previous) ? rule.match(source, { ...state, prevCapture: null }, previous) : null,
  };
}

/** `- item`, `* item`, `1. item`: missing in the library. Nested lists are shown flat. */
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

/** Only web addresses become links, as on Discord. `part`: the index of the rule's address. */
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

/** The library's rules, except those that differ from Discord. */
const RULES = {
  ...rulesExtended,
  heading: atLineStart(ruleOf('heading')),
  subtext: atLineStart(ruleOf('subtext')),
  list,
  link: onlyToWeb(ruleOf('link'), 2),
  autolink: onlyToWeb(ruleOf('autolink'), 1),
};

const parse = SimpleMarkdown.parserFor(RULES);

/** Discord's markdown → tree. Never throws; unknown syntax stays text. */
export function parseMarkdown(source: string): MarkdownNode[] {
  const nodes = parse(source, { inline: true }) as MarkdownNode[];
  // The line break right after a code block isn't an empty line.
  return nodes.filter(({ type }, index) => type !== 'br' || nodes[index - 1]?.type !== 'codeBlock');
}
