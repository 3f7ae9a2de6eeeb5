import type { HandlerContext } from '../../../src/discord/declare/context.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { plain } from '../../../src/view/text.ts';
import { previewTransfer, type WRITING } from '../confirmation.ts';
import type { CreditsTexts } from '../en.ts';
import { idOf, readNewestForSure } from '../readLog.ts';
import { findSent } from '../transfer.ts';
import { findRequest } from './keptRequests.ts';
import { findGap, toReason, toSum } from './request.ts';

type Context = HandlerContext<typeof WRITING, CreditsTexts>;

/** `of`: the asker's Discord user and the code. Previews what a request still lacks from the person, by their own log and by what the asker has seen. */
export async function payRequest(context: Context, of: string) {
  const { me, game, texts, services } = context;
  const { requests } = texts;
  const [discordUserId = '', name = ''] = of.split(' ');
  const found = await findRequest(services, discordUserId, name);
  if (!found) throw new UserError(requests.gone);
  const row = found.rows.find(({ uid }) => uid === me.uid);
  if (!row) throw new UserError(requests.notAsked(plain(me.name, 60)));
  const { asker, code } = found;
  const log = await readNewestForSure(context);
  const sent = findSent(log.entries, asker.uid, code);
  // Both logs show an entry under the same id, but each may have lost older ones.
  const seen = found.counted.filter(({ id, uid }) => uid === me.uid && !sent.some((entry) => idOf(entry) === id));
  const paid = toSum(seen) - toSum(sent);
  if (paid >= row.amount) throw new UserError(requests.paidAlready(paid, plain(asker.name, 60)));
  const asked = {
    sender: me,
    recipient: asker,
    amount: row.amount - paid,
    reason: toReason(found),
    offeredAt: game.now(),
    request: { from: discordUserId, code, sentIds: sent.map(idOf) },
  };
  return await previewTransfer(context, asked, { unseenUntil: findGap({ askedAt: found.askedAt }, log) });
}
