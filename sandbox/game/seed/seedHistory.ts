import type { Database } from '../world/database.ts';
import { createMessages } from '../world/messages.ts';
import { historyOf } from './people.ts';
import type { Random } from './random.ts';

const logEntries = 2_500;
const messageCount = 300;
const poor = 5_000;
const rich = 60_000;
const secondsBetweenEntries = 9_000;

const purposes = [
  'Ore delivery',
  'Docking fees',
  'Repairs',
  'Passage',
  'Wages',
  'Share of the salvage',
  'A debt of honor',
  '',
] as const;
const openers = [
  'About the cargo',
  'The convoy leaves at dawn',
  'Your ship is ready',
  'Bad news from the rim',
  '**Urgent** _please read_',
  'Terms @everyone can live with',
] as const;
const bodies = [
  'We meet where the two moons cross.\nBring nobody.',
  'The price went up again. Tell me whether you still want it.',
  'Thank you for the last time. I owe you one.',
  'Details are in the ledger; `look` under <salvage> & co.',
] as const;

/**
 * Writes the long history of one character, and a little for the others. `everybody` are all
 * character UIDs; `startedAt` is when the history ends, in unix seconds.
 */
export function seedHistory(database: Database, random: Random, everybody: readonly string[], startedAt: number): void {
  const others = everybody.filter((uid) => uid !== historyOf);
  const somebody = (): string => others[random.between(0, others.length - 1)] ?? historyOf;
  const enter = (
    sender: string | null,
    receiver: string | null,
    amount: number,
    madeAt: number,
    communication: string,
  ): void => {
    database.run(
      'INSERT INTO transactions (sender, receiver, amount, made_at, communication) VALUES (?, ?, ?, ?, ?)',
      sender,
      receiver,
      amount,
      madeAt,
      communication,
    );
  };

  // The log adds up: the balance is what all entries leave, and it was never below zero on the way.
  let balance = 0;
  for (let index = 0; index < logEntries; index += 1) {
    const madeAt = startedAt - (logEntries - index) * secondsBetweenEntries;
    const incoming = balance < poor || (balance < rich && random.oneIn(2));
    const amount = incoming ? random.between(50, 6_000) : random.between(1, Math.min(balance, 6_000));
    const ofTheGame = random.oneIn(9);
    const other = ofTheGame ? null : somebody();
    const purpose = ofTheGame ? (incoming ? 'Salary' : 'License fee') : random.pick(purposes);
    enter(incoming ? other : historyOf, incoming ? historyOf : other, amount, madeAt, purpose);
    balance += incoming ? amount : -amount;
  }
  database.run('UPDATE characters SET credits = ? WHERE uid = ?', balance, historyOf);
  others.forEach((uid, index) => {
    enter(null, uid, random.between(100, 9_000), startedAt - 6_000 + index * 10, 'Salary');
  });

  const messages = createMessages(database);
  const write = (sender: string, receiver: string, sentAt: number): void => {
    const communication = `${random.pick(openers)}\n\n${random.pick(bodies)}`;
    messages.send({ sender, receiver, communication, sentAt });
  };
  for (let index = 0; index < messageCount; index += 1) {
    const sentAt = startedAt - (messageCount - index) * 40_000;
    if (index % 3 === 0) write(historyOf, somebody(), sentAt);
    else write(somebody(), historyOf, sentAt);
  }
  for (let index = 0; index < 60; index += 1) write(somebody(), somebody(), startedAt - 3_000 + index * 10);
}
