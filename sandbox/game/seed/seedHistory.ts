import type { Database } from '../world/database.ts';
import { createMessages } from '../world/messages.ts';
import { HISTORY_OF } from './people.ts';
import type { Random } from './random.ts';

const LOG_ENTRIES = 2_500;
const MESSAGES = 300;
const POOR = 5_000;
const RICH = 60_000;
const SECONDS_BETWEEN_ENTRIES = 9_000;
const PURPOSES = 'Ore delivery,Docking fees,Repairs,Passage,Wages,Share of the salvage,A debt of honor,'.split(',');
const OPENERS = ['About the cargo', 'The convoy leaves at dawn', 'Your ship is ready', 'Bad news from the rim'];
/** Texts that test escaping. */
const ODD_OPENERS = ['**Urgent** _please read_', 'Terms @everyone can live with'];
const ALL_OPENERS = [...Array<string[]>(10).fill(OPENERS).flat(), ...ODD_OPENERS];
const BODIES = [
  'We meet where the two moons cross.\nBring nobody.',
  'The price went up again. Tell me whether you still want it.',
  'Thank you for the last time. I owe you one.',
  'Details are in the ledger; `look` under <salvage> & co.',
];

/**
 * Creates the long history of one character, and a short one for the others. `everyone`: all
 * character UIDs; `startedAt`: the end of the history, in unix seconds.
 */
export function seedHistory(database: Database, random: Random, everyone: readonly string[], startedAt: number): void {
  const others = everyone.filter((uid) => uid !== HISTORY_OF);

  // The log is consistent: the balance is the sum of all entries, and was never below zero.
  let balance = 0;
  for (let index = 0; index < LOG_ENTRIES; index += 1) {
    const incoming = balance < POOR || (balance < RICH && random.oneIn(2));
    const amount = incoming ? random.between(50, 6_000) : random.between(1, Math.min(balance, 6_000));
    const ofTheGame = random.oneIn(9);
    const other = ofTheGame ? null : random.pick(others);
    database.insert('transactions', {
      sender: incoming ? other : HISTORY_OF,
      receiver: incoming ? HISTORY_OF : other,
      amount,
      made_at: startedAt - (LOG_ENTRIES - index) * SECONDS_BETWEEN_ENTRIES,
      communication: ofTheGame ? (incoming ? 'Salary' : 'License fee') : random.pick(PURPOSES),
    });
    balance += incoming ? amount : -amount;
  }
  database.run('UPDATE characters SET credits = ? WHERE uid = ?', balance, HISTORY_OF);
  others.forEach((receiver, index) => {
    const made_at = startedAt - 6_000 + index * 10;
    database.insert('transactions', { receiver, amount: random.between(100, 9_000), made_at, communication: 'Salary' });
  });

  const messages = createMessages(database);
  const write = (sender: string, receiver: string, sentAt: number): void => {
    const communication = `${random.pick(ALL_OPENERS)}\n\n${random.pick(BODIES)}`;
    messages.send({ sender, receiver, communication, sentAt });
  };
  for (let index = 0; index < MESSAGES; index += 1) {
    const sentAt = startedAt - (MESSAGES - index) * 40_000;
    if (index % 3 === 0) write(HISTORY_OF, random.pick(others), sentAt);
    else write(random.pick(others), HISTORY_OF, sentAt);
  }
  for (let index = 0; index < 60; index += 1) {
    write(random.pick(others), random.pick(others), startedAt - 3_000 + index * 10);
  }
  // A character's last login is never before their last message or payment.
  database.run(`UPDATE characters SET last_login = max(last_login,
    coalesce((SELECT max(sent_at) FROM messages WHERE sender = uid), 0),
    coalesce((SELECT max(made_at) FROM transactions WHERE sender = uid), 0))`);
}
