import { button, buttons, type MessageView, message, select, text } from '../../../src/view/message.ts';
import { pagerRow } from '../../../src/view/pager.ts';
import { plain, unformatted } from '../../../src/view/text.ts';
import type { PrivilegesTexts } from '../en.ts';
import { ids } from '../ids.ts';
import { type Name, toKey, toPath } from '../names.ts';
import type { FoundGroups } from '../read.ts';
import {
  ITEMS_A_PAGE,
  MAX_NAME,
  MAX_PARTY,
  partSelect,
  shortened,
  subjectLine,
  toPage,
  toParts,
  toTitle,
  whoOf,
} from './listView.ts';

/** What was chosen in an editor, which `ticket` keeps. */
type Editor = FoundGroups & { ticket: string; changes: readonly (Name & { revoke: boolean })[] };

/** Characters of what was chosen. */
const MAX_CHOSEN = 1_500;

/** A part of the groups with its privileges selected as they will be; `place` is the part's, from 0. */
export function editorView(texts: PrivilegesTexts, editor: Editor, place: number): MessageView {
  const { subject, groups, changes, ticket } = editor;
  const parts = toParts(groups);
  const page = Math.floor(place / ITEMS_A_PAGE) + 1;
  const { position, first, items } = toPage(parts, page);
  const part = parts[place];
  const changed = new Set(changes.map(toKey));
  const who = whoOf(subject);
  const choices = (part?.privileges ?? []).map(({ name, isGranted }, index) => ({
    label: unformatted(name, MAX_NAME),
    value: String(index),
    isChosen: isGranted !== changed.has(toKey({ group: part?.group ?? '', privilege: name })),
  }));
  const chosen = changes.map(({ revoke, ...name }) => `${revoke ? '−' : '+'} ${plain(toPath(name), MAX_PARTY)}`);
  return message(
    'neutral',
    text(`## ${texts.edit}: ${part ? plain(toTitle(part), MAX_PARTY) : ''}`, subjectLine(texts, subject, true)),
    text(texts.editHint),
    select(ids.choose({ ticket, part: place }), choices, {
      placeholder: texts.noneGranted,
      min: 0,
      max: choices.length,
    }),
    partSelect(texts, ids.open({ ticket }), items, first, place),
    pagerRow(texts, position, ids.parts, ids.partsJump, { ticket }),
    chosen.length > 0 && text(`${texts.chosen} ${shortened(texts, chosen, MAX_CHOSEN)}`),
    buttons(
      button(texts.review(changes.length), ids.review({ ticket }), {
        style: 'primary',
        isDisabled: changes.length === 0,
      }),
      who && button(texts.back, ids.list({ ...who, page })),
    ),
  );
}
