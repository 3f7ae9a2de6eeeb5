import { pino } from 'pino';
import { PAY_CODES } from '../../commands/credits/codes.ts';
import { PAY, type Payment, toReason } from '../../commands/credits/pay/payBatch.ts';
import type { Row } from '../../commands/privileges/change/changeBatch.ts';
import { privilegeCatalogue } from '../../sandbox/game/world/privilegeCatalogue.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { openStore } from '../../src/store/openStore.ts';
import { type Asked, type Change, newId, type State, toKey as toChangeKey } from '../../src/writes/change.ts';
import { createChanges } from '../../src/writes/changes.ts';
import { createFreeze } from '../../src/writes/freeze.ts';
import { buttonsOf } from '../support/messages.ts';
import { type Attempt, pressAgain } from './attempts.ts';
import type { Begun } from './batchJudge.ts';
import { toKey } from './gate.ts';
import { answerOf } from './load.ts';
import type { Player, Stage } from './stage.ts';
import { waitUntil } from './waitUntil.ts';

/** Two officers change privileges of the same members, two others pay; or all four pay. */
const [OFFICERS, AT_ONCE] = [2, 4];
const PAYMENTS = 200;
const RECIPIENTS = 3;
/** Each officer's, so that both have no privilege in common. */
const PRIVILEGES = 15;
const SENSITIVE = new Set(['members', 'privileges', 'second_in_command']);
const BEGUN_MS = 5_000;
const LOST_ROWS = 3;

/** What names a row's write at the gate. */
const keyOf = (data: unknown): string => {
  const { subject, group, privilege, ...payment } = data as Payment & Row;
  return payment.code ? toReason(payment) : `${subject.character.uid}/privileges/${group}/${privilege}`;
};

/** Batches of four people, and what others can do with them. */
export async function createBatchLoad({ plan, tokenKey, redis, game, calls, tricks, players: all, others }: Stage) {
  const officers = plan.rounds === 'payments' ? 0 : OFFICERS;
  const players = all.slice(0, AT_ONCE);
  const store = await openStore({ redisUrl: redis?.url, file: '' }, pino({ level: 'silent' }));
  const changes = createChanges(store, createSealedStore(store, createSealer([Buffer.from(tokenKey, 'base64')])));
  const begun: (Begun & { attempt?: Attempt })[] = [];
  let payments = 0;
  const recipients = others.slice(0, RECIPIENTS).map((name) => ({ name, uid: game.world.uidOf(name) }));
  const names = Object.entries(privilegeCatalogue).flatMap(([group, all]) =>
    SENSITIVE.has(group) ? [] : all.map((privilege) => `${group}/${privilege}`),
  );
  const isPlayer = (uid: string): boolean => all.some((one) => one.uid === uid);
  const [faction] = game.world.factionsOf(players[0]?.uid ?? '');
  const members = game.world
    .characters()
    .filter(({ uid }) => !isPlayer(uid) && game.world.factionsOf(uid)[0]?.uid === faction?.uid);
  /** As far as the store says; Redis may be down. */
  const get = (one: { id: string; player: Player }): Promise<Change | undefined> =>
    changes.get(toChangeKey({ ...one, person: one.player.person })).catch(() => undefined);
  const read = async (): Promise<Change[]> => (await Promise.all(begun.map(get))).filter((one) => one !== undefined);
  const isOpen = ({ mode, phase, isNotified }: Change): boolean =>
    !isNotified && (mode === 'list' || phase !== 'ended');
  const countSent = (): number =>
    calls.filter((call) => toKey(call) !== undefined && call.status !== undefined && call.status < 400).length;

  /** What Confirm stores. Its process is gone at once, so any other takes it over. */
  const beginPayments = async (player: Player): Promise<void> => {
    const { person, uid, handle } = player;
    payments += 1;
    const reason = `batch ${String(payments).padStart(2, '0')}`;
    const codes = new Set<string>();
    while (codes.size < PAYMENTS) codes.add(PAY_CODES.create(codes));
    // Many are alike but for their codes.
    const rows = [...codes].flatMap((code, index): Payment[] => {
      const recipient = recipients[index % recipients.length];
      return recipient ? [{ recipient, amount: 1, reason, code }] : [];
    });
    const newest = game.world.logOf(uid)[0];
    const baseline = { ...(newest && { newestId: String(newest.id) }), isWhole: false, gaps: 0, ids: [], coded: [] };
    const asked: Asked = {
      ...{ id: newId(), kind: PAY.name, mode: 'list', askedAt: store.now(), baseline, rows },
      person: { id: person.id, name: person.username, mention: `<@${person.id}>`, locale: 'en-US' },
      character: { uid, name: handle },
    };
    const state: State = {
      ...{ version: 'first', count: 0, phase: 'begun', startedAt: store.now(), reasons: [] },
      interaction: { token: 'none', applicationId: '1' },
      rows: rows.map(() => ({ state: 'planned' })),
    };
    await changes.prepare(asked);
    if (await changes.begin(toChangeKey(asked), state))
      begun.push({ id: asked.id, mark: `${reason} `, player, count: PAYMENTS, at: Date.now() });
    await changes.wake(toChangeKey(asked), 0);
  };
  /** Confirm is pressed twice. What was granted before is revoked. */
  const beginChanges = async (player: Player, index: number): Promise<void> => {
    const turn = begun.filter((one) => one.player === player).length;
    const privilege = names.slice(index * PRIVILEGES, (index + 1) * PRIVILEGES).join();
    const options = { character: members.map(({ handle }) => handle).join(), privilege };
    const message = await answerOf(player.person.run(`privileges ${turn % 2 === 0 ? 'grant' : 'revoke'}`, options));
    const confirm = message && buttonsOf(message).find(({ label }) => label?.startsWith('Confirm'));
    const [confirmId, id] = [confirm?.custom_id ?? '', confirm?.custom_id?.split('/').at(-1) ?? ''];
    if (!message || !id) return;
    const count = Number(/\d+/.exec(confirm?.label ?? '')?.[0]);
    const at = Date.now();
    const presses: Attempt['presses'] = [player.person.press(message, confirmId)];
    const attempt: Attempt = { player, key: id, mention: '', offer: { message, confirmId }, presses };
    pressAgain(attempt);
    begun.push({ id, mark: id, player, count, at, attempt });
    await waitUntil(async () => (await get({ id, player })) !== undefined, BEGUN_MS);
  };
  /** Presses a button of every open batch; one that goes on by itself can only be canceled. */
  const press = async (want: 'run' | 'pause' | 'cancel', only = isOpen): Promise<void> => {
    for (const one of (await read()).filter(only)) {
      if (want !== 'cancel' && one.pause?.until !== undefined) continue;
      await changes.direct(toChangeKey(one), want);
      if (one.pause) await changes.wake(toChangeKey(one), 0);
    }
  };
  /** The next rows lose this on their way. */
  const lose = async (cuts: 'request' | 'response'): Promise<void> => {
    for (const { rows } of (await read()).filter(isOpen))
      for (const { data } of rows.filter(({ state }) => state === 'planned').slice(1, 1 + LOST_ROWS))
        tricks.set(keyOf(data), { cuts });
  };

  return {
    players,
    begun,
    read,
    isOpen,
    countSent,
    press,
    lose,
    /** For those who have no batch under way. The others press Continue. */
    async begin(): Promise<void> {
      await press('run').catch(() => {});
      const open = (await read()).filter(isOpen);
      for (const [index, player] of players.entries()) {
        if (open.some(({ person }) => person.id === player.person.id)) continue;
        await (index < officers ? beginChanges(player, index) : beginPayments(player).catch(() => {}));
      }
    },
    freeze: createFreeze(store),
    close: () => store.close(),
  };
}
