import { stepButton } from '../../src/discord/declare/steps.ts';
import { noticeView, UserError } from '../../src/view/errorView.ts';
import { buttons, message, select, text } from '../../src/view/message.ts';
import { joined, plain, unformatted } from '../../src/view/text.ts';
import { bookmark, listBookmarks, MAX_BOOKMARKS, unbookmark } from './bookmarkList.ts';
import { findPlace, toLabel } from './findPlace.ts';
import { ids, openSelect } from './ids.ts';
import type { Context } from './knownGalaxy.ts';

const MAX_NAME_LENGTH = 60;
const MAX_LABEL_NAME = 50;

export async function addBookmark(context: Context, typed: string) {
  const { texts } = context;
  const { uid, name } = findPlace(context, typed);
  const result = await bookmark(context, { uid, name });
  if (result === 'full') throw new UserError(texts.bookmarks.full(MAX_BOOKMARKS));
  return noticeView(texts.bookmarks[result](plain(name, MAX_NAME_LENGTH)), 'good');
}

export async function removeBookmarks(context: Context, uids: readonly string[]) {
  await unbookmark(context, uids);
  return await showBookmarks(context);
}

export async function showBookmarks(context: Context) {
  const { texts, services } = context;
  const { bookmarks } = texts;
  const { atlas } = services.galaxy.now();
  const all = await listBookmarks(context);
  if (all.length === 0) return message('neutral', text(`## ${bookmarks.title}`, bookmarks.none));
  const lines = all.map(({ uid, name }) => {
    const place = atlas.find(uid);
    return place ? plain(toLabel(atlas, place, texts)) : joined(plain(name, MAX_NAME_LENGTH), bookmarks.gone);
  });
  const toChoice = ({ uid, name }: (typeof all)[number]) => ({ value: uid, label: unformatted(name, MAX_LABEL_NAME) });
  return message(
    'neutral',
    text(`## ${bookmarks.title}`, ...lines),
    openSelect([{}], all.filter(({ uid }) => atlas.find(uid)).map(toChoice), texts.open),
    select(ids.unbookmark(), all.map(toChoice), { placeholder: bookmarks.remove, max: all.length }),
    buttons(stepButton(texts, 'galaxy near'), stepButton(texts, 'galaxy map')),
  );
}
