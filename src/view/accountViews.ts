import type { AuditEntry } from '../account/audit.ts';
import type { Link } from '../account/links.ts';
import { coversScope, type Scope } from '../game/scopes.ts';
import type { QuotaUse } from '../quota/rule.ts';
import { ownAuditLine } from './auditViews.ts';
import { button, buttons, divider, file, type MessageView, message, select, text } from './message.ts';
import { quotaLines } from './quotaLines.ts';
import { firstLines, moment, plain, shorten } from './text.ts';
import type { Words } from './words/wordsFor.ts';

/** What `/account` tells; without a link, what is left to tell. */
export type AccountState = {
  link: Link | undefined;
  /** What the game says that the token may; where it cannot be asked, what it said last. */
  scopes: readonly string[];
  /** A sentence on why the game could not be asked. */
  problem: string | undefined;
  quota: QuotaUse;
  isFindable: boolean;
  /** The newest first. */
  changes: readonly AuditEntry[];
};

export type AccountIds = {
  /** Begins a login for the scopes that a select's values name, or for none in particular. */
  logIn: string;
  findable: string;
  logOut: string;
  export: string;
  erase: string;
};

const FILE = 'commlink-data.json';
const MOST_CHANGES = 5;
const MOST_CHARACTERS_OF_CHANGES = 1_500;

/** The account: who is linked, what is allowed, what is left of the hour, what was changed; and what can be done about it. */
export function accountView(words: Words, state: AccountState, ids: AccountIds): MessageView {
  const { overview } = words.account;
  const { link, changes, isFindable, problem } = state;
  const missing = link ? toScopes(words).filter((scope) => !coversScope(state.scopes, scope)) : [];
  const lines = changes.slice(0, MOST_CHANGES).map((change) => ownAuditLine(words, change));
  const [used, ...frees] = quotaLines(words, state.quota);
  const view = message(
    'neutral',
    text(...(link ? toHead(words, link) : [overview.notLinked])),
    problem !== undefined && text(`⚠ ${problem}`),
    link && divider(),
    link && text(...toPermissionLines(words, state.scopes, missing)),
    divider(),
    text(
      link && `**${overview.token}:** ${toTokenWords(words, link)}`,
      `**${overview.quota}:** ${used}`,
      ...frees,
      `**${overview.findable}:** ${isFindable ? overview.findableYes : overview.findableNo}`,
    ),
    divider(),
    text(
      `**${overview.auditTitle}**`,
      lines.length > 0 ? firstLines(lines, MOST_CHARACTERS_OF_CHANGES) : overview.auditEmpty,
    ),
    missing.length > 0 &&
      select(
        ids.logIn,
        missing.map((scope) => ({ value: scope, label: shorten(words.permissions[scope], 100) })),
        { placeholder: overview.addPermissions, most: missing.length },
      ),
    buttons(
      button(isFindable ? overview.hide : overview.letFind, ids.findable),
      button(overview.export, ids.export),
      link ? button(overview.logOut, ids.logOut) : button(words.errors.logIn, ids.logIn, { style: 'primary' }),
      button(overview.erase, ids.erase, { style: 'danger' }),
    ),
  );
  return { ...view, tellsQuota: true };
}

/** Everything that is kept, as a file. */
export function exportedView({ account: { overview } }: Words, data: Readonly<Record<string, unknown>>): MessageView {
  const { components } = message('good', text(overview.exported), file(FILE));
  return { components, files: [{ name: FILE, data: `${JSON.stringify(data, undefined, 2)}\n` }] };
}

/** The question before everything is erased. */
export function eraseView({ account: { overview } }: Words, ids: { erase: string; keep: string }): MessageView {
  return message(
    'bad',
    text(`## ${overview.eraseTitle}`, overview.eraseText),
    buttons(button(overview.eraseConfirm, ids.erase, { style: 'danger' }), button(overview.keep, ids.keep)),
  );
}

function toHead(words: Words, { character, linkedAt }: Link): string[] {
  const { overview } = words.account;
  return [
    `## ${overview.title(plain(character.name, 80))}`,
    `-# UID ${plain(character.uid, 40)} · ${overview.linkedAt} ${moment(words, new Date(linkedAt))}`,
  ];
}

function toScopes({ permissions }: Words): Scope[] {
  return Object.keys(permissions) as Scope[];
}

function toPermissionLines(words: Words, granted: readonly string[], missing: readonly Scope[]): (string | false)[] {
  const { overview } = words.account;
  const may = toScopes(words).filter((scope) => coversScope(granted, scope));
  const toLine = (scope: Scope) => `- ${words.permissions[scope]}`;
  return [
    may.length > 0 && `**${overview.mayTitle}**`,
    ...may.map(toLine),
    missing.length > 0 && `**${overview.mayNotTitle}**`,
    ...missing.map(toLine),
  ];
}

function toTokenWords(words: Words, { tokens: { expiresAt, refreshToken } }: Link): string {
  const { overview } = words.account;
  const then = refreshToken === undefined ? overview.notRenewed : overview.renewed;
  return `${overview.tokenUntil(moment(words, new Date(expiresAt)))}, ${then}`;
}
