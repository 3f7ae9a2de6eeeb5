import { UserError } from '../../../src/view/errorView.ts';
import { button, buttons, message, select, text } from '../../../src/view/message.ts';
import { pagerRow } from '../../../src/view/pager.ts';
import { unformatted } from '../../../src/view/text.ts';
import type { PrivilegesTexts } from '../en.ts';
import { ids } from '../ids.ts';
import { type Change, toKey, toPath } from '../names.ts';
import { echo, type FoundGroups } from '../read.ts';
import { ITEMS_A_PAGE, MAX_NAME, partSelect, shortened, subjectLine, toPage, toParts, whoOf } from './listView.ts';

/** What was chosen in an editor, which `ticket` keeps. */
type Editor = FoundGroups & { ticket: string; changes: readonly Change[] };

/** Characters of what was chosen. */
const MAX_CHOSEN = 1_500;

/** A part of the groups with its privileges selected as they will be; `wanted` is the part's place, from 0. */
export function editorView(texts: PrivilegesTexts, editor: Editor, wanted: number) {
  const { subject, groups, changes, ticket } = editor;
  if (!Number.isInteger(wanted) || wanted < 0) throw new UserError(texts.errors.outdated);
  const parts = toParts(groups);
  // The groups may be fewer than in the list.
  const place = Math.min(wanted, parts.length - 1);
  const page = Math.floor(place / ITEMS_A_PAGE) + 1;
  const { position, first, items } = toPage(parts, page);
  const part = parts[place];
  const changed = new Set(changes.map(toKey));
  const who = whoOf(subject);
  const choices = (part?.privileges ?? []).map((one, index) => ({
    label: unformatted(one.privilege, MAX_NAME),
    value: String(index),
    isChosen: one.isGranted !== changed.has(toKey(one)),
  }));
  const chosen = changes.map(({ revoke, ...name }) => `${revoke ? '−' : '+'} ${echo(toPath(name))}`);
  const [isDisabled, limits] = [chosen.length === 0, { placeholder: texts.noneGranted, min: 0 }];
  return message(
    'neutral',
    text(`## ${texts.edit}: ${part ? echo(part.title) : ''}`, subjectLine(texts, subject)),
    text(texts.editHint),
    select(ids.choose({ ticket, part: place }), choices, { ...limits, max: choices.length }),
    partSelect(texts, ids.open({ ticket }), items, first, place),
    pagerRow(texts, position, ids.parts, ids.partsJump, { ticket }),
    chosen.length > 0 && text(`${texts.chosen} ${shortened(texts, chosen, MAX_CHOSEN)}`),
    buttons(
      button(texts.review(changes.length), ids.review({ ticket }), { style: 'primary', isDisabled }),
      who && button(texts.shared.back, ids.list({ ...who, page })),
    ),
  );
}
