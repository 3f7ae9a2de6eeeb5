import type { AuditEntry } from '../../src/account/audit.ts';
import type { Link } from '../../src/account/links.ts';
import { ALL_SCOPES, coversScope, type Scope } from '../../src/game/scopes.ts';
import type { QuotaUse } from '../../src/quota/rule.ts';
import type { Messages } from '../../src/view/language.ts';
import { button, buttons, divider, file, type MessageView, message, select, text } from '../../src/view/message.ts';
import { quotaLines } from '../../src/view/quotaLines.ts';
import { firstLines, moment, plain, shorten } from '../../src/view/text.ts';
import { ids as login } from '../login/ids.ts';
import { ids as logout } from '../logout/ids.ts';
import { auditLine } from './auditView.ts';
import { ids } from './ids.ts';
import type { AccountMessages } from './messages.ts';

type AccountTexts = Messages<AccountMessages>;

/** What `/account` shows, `changes` newest first; some of it without a link too. */
export type AccountState = {
  link: Link | undefined;
  /** What the token allows: as the game just said, or said last. */
  scopes: readonly string[];
  /** Why the game couldn't be asked. */
  problem: string | undefined;
  quota: QuotaUse;
  isDiscoverable: boolean;
  changes: readonly AuditEntry[];
};

const FILE = 'commlink-data.json';
const MAX_CHANGES = 5;
const MAX_CHANGES_LENGTH = 1_500;

/** Who is linked, what is allowed, the hour's requests, the latest changes, and what to do. */
export function accountView(messages: AccountTexts, state: AccountState): MessageView {
  const { link, changes, isDiscoverable, problem } = state;
  const tokens = link?.tokens;
  const missing = link ? ALL_SCOPES.filter((scope) => !coversScope(state.scopes, scope)) : [];
  const may = ALL_SCOPES.filter((scope) => !missing.includes(scope));
  const at = (ms: number): string => moment(messages, new Date(ms));
  const lines = changes.slice(0, MAX_CHANGES).map((change) => {
    const detail = [change.detail, change.reason].filter(Boolean).join(', ');
    return `- ${auditLine(messages, { ...change, detail })}`;
  });
  const logInId = login.start({ scopes: [] });
  const [used, ...frees] = quotaLines(messages, state.quota);
  const view = message(
    'neutral',
    text(
      link ? `## ${messages.title(plain(link.character.name, 80))}` : messages.notLinked,
      link && `-# UID ${plain(link.character.uid, 40)} · ${messages.linkedAt} ${at(link.linkedAt)}`,
    ),
    problem !== undefined && text(`⚠ ${problem}`),
    link && divider(),
    link && text(...toList(messages, messages.mayTitle, may), ...toList(messages, messages.mayNotTitle, missing)),
    divider(),
    text(
      tokens &&
        `**${messages.token}:** ${messages.tokenUntil(at(tokens.expiresAt), tokens.refreshToken !== undefined)}`,
      `**${messages.requests}:** ${used}`,
      ...frees,
      `**${messages.discoverable}:** ${isDiscoverable ? messages.isDiscoverable : messages.isNotDiscoverable}`,
    ),
    divider(),
    text(`**${messages.changes}**`, lines.length > 0 ? firstLines(lines, MAX_CHANGES_LENGTH) : messages.noChanges),
    missing.length > 0 &&
      select(
        logInId,
        missing.map((scope) => ({ value: scope, label: shorten(messages.permissions[scope], 100) })),
        { placeholder: messages.addPermissions, most: missing.length },
      ),
    buttons(
      button(isDiscoverable ? messages.hide : messages.show, ids.discoverable({ wanted: !isDiscoverable })),
      button(messages.export, ids.export()),
      link ? button(messages.logOut, logout.run()) : button(messages.errors.logIn, logInId, { style: 'primary' }),
      button(messages.erase, ids.erase(), { style: 'danger' }),
    ),
  );
  return { ...view, tellsQuota: true };
}

/** Everything that is stored, as a file. */
export function exportedView({ exported }: AccountTexts, data: Readonly<Record<string, unknown>>): MessageView {
  const files = [{ name: FILE, data: `${JSON.stringify(data, undefined, 2)}\n` }];
  return { ...message('good', text(exported), file(FILE)), files };
}

export function eraseView(messages: AccountTexts): MessageView {
  return message(
    'bad',
    text(`## ${messages.eraseTitle}`, messages.eraseText),
    buttons(button(messages.erase, ids.eraseAll(), { style: 'danger' }), button(messages.keep, ids.show())),
  );
}

function toList({ permissions }: AccountTexts, title: string, scopes: readonly Scope[]): string[] {
  return scopes.length > 0 ? [`**${title}**`, ...scopes.map((scope) => `- ${permissions[scope]}`)] : [];
}
