import type { AuditEntry } from '../../src/account/audit.ts';
import type { Link } from '../../src/account/links.ts';
import type { PersonalData } from '../../src/account/personalData.ts';
import { ERASED_MS } from '../../src/account/sealedStore.ts';
import { ALL_SCOPES, coversScope, type Scope } from '../../src/game/scopes.ts';
import type { QuotaUse } from '../../src/quota/rule.ts';
import { KEPT_DATA, type KeptData } from '../../src/store/declared.ts';
import { auditLine } from '../../src/view/auditLine.ts';
import { button, buttons, type Choice, divider, file, message, select, text } from '../../src/view/message.ts';
import { quotaLines } from '../../src/view/quotaLines.ts';
import { firstLines, moment, plain, timestamp, unformatted } from '../../src/view/text.ts';
import { ids as login } from '../login/ids.ts';
import { ids as logout } from '../logout/ids.ts';
import type { AccountTexts } from './en.ts';
import { ids } from './ids.ts';

/** The data of `/account`; some of it exists without a link. */
export type AccountState = {
  link: Link | undefined;
  /** The token's scopes: current ones, or the last known. */
  scopes: readonly string[];
  /** The reason why the scopes couldn't be read. */
  problem: string | undefined;
  quota: QuotaUse;
  isDiscoverable: boolean;
  changes: readonly AuditEntry[];
  /** False if changes are missing because a trail couldn't be opened. */
  isTrailWhole: boolean;
  /** The number of rosters that list the character. */
  rosters: number;
  /** The kinds of data that are stored. */
  stored: readonly KeptData[];
  /** Those that today's keys can't open. */
  unreadable: readonly KeptData[];
  /** Newest first. */
  batches: readonly { id: string; title: string; counts: string }[];
};

const FILE = 'commlink-data.json';
const MAX_CHANGES = 5;
const MAX_CHANGES_LENGTH = 1_500;

export function accountView(texts: AccountTexts, state: AccountState) {
  const { link, changes, batches, isDiscoverable, problem } = state;
  const toKinds = (kinds: readonly KeptData[]) =>
    KEPT_DATA.flatMap((kind) => (kinds.includes(kind) ? texts.storedKinds[kind] : [])).join(', ');
  const tokens = link?.tokens;
  const missing = link ? ALL_SCOPES.filter((scope) => !coversScope(state.scopes, scope)) : [];
  const may = ALL_SCOPES.filter((scope) => !missing.includes(scope));
  const at = (ms: number): string => moment(texts, new Date(ms));
  const lines = changes.slice(0, MAX_CHANGES).map((change) => {
    const detail = [change.detail, change.reason].filter(Boolean).join(', ');
    return `- ${auditLine(texts, { ...change, detail }, texts.audit.results[change.result])}`;
  });
  const logInId = login.start({ scopes: [] });
  const [used, ...frees] = quotaLines(texts, state.quota);
  const view = message(
    'neutral',
    text(
      link ? `## ${texts.title(plain(link.character.name, 80))}` : texts.notLinked,
      link && `-# UID ${plain(link.character.uid, 40)} · ${texts.linkedAt} ${at(link.linkedAt)}`,
    ),
    problem !== undefined && text(`⚠ ${problem}`),
    link && divider(),
    link && text(...toList(texts, texts.mayTitle, may), ...toList(texts, texts.mayNotTitle, missing)),
    divider(),
    text(
      tokens &&
        `**${texts.token}:** ${texts.tokenUntil(at(tokens.expiresAt))}, ${texts.afterExpiry(tokens.refreshToken !== undefined)}`,
      `**${texts.requests}:** ${used}`,
      ...frees,
      `**${texts.discoverable}:** ${isDiscoverable ? texts.isDiscoverable : texts.isNotDiscoverable}`,
      state.rosters > 0 && `**${texts.rosters}:** ${texts.listed(state.rosters)}`,
      `**${texts.stored}:** ${toKinds(state.stored) || texts.nothingStored}`,
      state.unreadable.length > 0 && `⚠ ${texts.unreadable(toKinds(state.unreadable))}`,
    ),
    divider(),
    text(
      `**${texts.changes}**`,
      !state.isTrailWhole && `⚠ ${texts.trailSealed}`,
      lines.length > 0 ? firstLines(lines, MAX_CHANGES_LENGTH) : texts.noChanges,
    ),
    batches.length > 0 && select(ids.batch(), batches.map(toChoice), { placeholder: texts.batches }),
    buttons(
      button(isDiscoverable ? texts.hide : texts.show, ids.discoverable({ wanted: !isDiscoverable })),
      button(texts.export, ids.export()),
      link && button(texts.shared.changePermissions, login.permissions()),
      link ? button(texts.logOut, logout.run()) : button(texts.errors.logIn, logInId, { style: 'primary' }),
      button(texts.erase, ids.erase(), { style: 'danger' }),
    ),
    state.unreadable.length > 0 && buttons(button(texts.forget, ids.forget(), { style: 'danger' })),
  );
  return { ...view, showsQuota: true };
}

export function exportedView({ exported }: AccountTexts, discordUserId: string, stored: PersonalData) {
  const data = Object.assign({ discordUserId }, ...stored.map((each) => each.exported));
  return message('good', text(exported), file(FILE, `${JSON.stringify(data, undefined, 1)}\n`));
}

export function eraseView(texts: AccountTexts) {
  return message(
    'bad',
    text(`## ${texts.eraseTitle}`, texts.eraseText),
    buttons(button(texts.erase, ids.eraseAll(), { style: 'danger' }), button(texts.keep, ids.show())),
  );
}

/** `erasedAt` in ms. */
export function erasedView(texts: AccountTexts, erasedAt: number) {
  const sentence = texts.onlyErasure(timestamp(new Date(erasedAt)), timestamp(new Date(erasedAt + ERASED_MS)));
  const logIn = button(texts.errors.logIn, login.start({ scopes: [] }));
  return message('neutral', text(sentence), buttons(button(texts.export, ids.export()), logIn));
}

const toChoice = ({ id, title, counts }: AccountState['batches'][number]): Choice => ({
  ...{ value: id, label: unformatted(title), description: unformatted(counts) },
});

const toList = ({ permissions }: AccountTexts, title: string, scopes: readonly Scope[]): string[] =>
  scopes.length > 0 ? [`**${title}**`, ...scopes.map((scope) => `- ${permissions[scope]}`)] : [];
