import { z } from 'zod';
import type { Keeping } from '../../src/account/sealedStore.ts';
import { stepButton } from '../../src/discord/declare/steps.ts';
import { collection } from '../../src/store/declared.ts';
import { noticeView, UserError } from '../../src/view/errorView.ts';
import { buttons, message, select, text } from '../../src/view/message.ts';
import { joined, plain, unformatted } from '../../src/view/text.ts';
import { findPlace, toLabel } from './findPlace.ts';
import { ids, openSelect } from './ids.ts';
import type { Context } from './knownGalaxy.ts';

type Owner = { person: { id: string }; services: Pick<Keeping, 'kept'> };

/** Places with their names at the time, oldest bookmark first. */
const BOOKMARKS = collection('bookmarks', z.array(z.object({ uid: z.string(), name: z.string() })), {
  about: 'person',
  says: 'bookmarks',
  onlyCopyOf: 'bookmarks',
  keyOf: (discordUserId) => `${discordUserId}:bookmarks`,
  toExport: async (reading) => ({ bookmarks: (await reading) ?? [] }),
});

export const MAX_BOOKMARKS = 25;

const toKept = ({ person, services }: Owner) => services.kept(BOOKMARKS, person);

export const listBookmarks = async (owner: Owner) => (await toKept(owner).get()) ?? [];

export async function bookmark(owner: Owner, place: { uid: string; name: string }) {
  return await toKept(owner).locked(async () => {
    const known = await listBookmarks(owner);
    if (known.some(({ uid }) => uid === place.uid)) return 'known';
    if (known.length >= MAX_BOOKMARKS) return 'full';
    await toKept(owner).set([...known, place]);
    return 'added';
  });
}

export async function unbookmark(owner: Owner, uids: readonly string[]): Promise<void> {
  await toKept(owner).locked(async () => {
    const left = (await listBookmarks(owner)).filter(({ uid }) => !uids.includes(uid));
    await (left.length > 0 ? toKept(owner).set(left) : toKept(owner).delete());
  });
}

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
