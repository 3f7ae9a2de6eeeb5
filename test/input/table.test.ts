import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PayList, parsePayList } from '../../commands/credits/pay/payList.ts';
import { decodeText } from '../../src/view/decodeText.ts';
import type { Language } from '../../src/view/languages.ts';
import { forAll } from '../support/forAll.ts';

const word = fc.stringMatching(/^[A-Za-zÄÖÜäöü'’]{2,10}$/);
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
const language = fc.constantFrom<Language>('en', 'de');
const amount = fc.integer({ min: 1, max: 2_000_000_000 });

/** Answers each question that comes up with its n-th answer. */
function answerAll(text: string, spoken: Language, choose: (list: PayList) => string): PayList {
  const answers: Record<string, string> = {};
  for (let round = 0; round < 8; round += 1) {
    const list = parsePayList(text, spoken, false, answers);
    if (list.question === undefined) return list;
    answers[list.question.key] = choose(list);
  }
  throw new Error('The list asks for ever.');
}

function firstAnswer({ question }: PayList): string {
  if (question?.about === 'column') return String(question.options[0]?.column);
  if (question?.about === 'commas') return 'one';
  return question?.about === 'total' ? 'out' : 'rows';
}

function lastAnswer({ question }: PayList): string {
  if (question?.about === 'column') return String(question.options.at(-1)?.column);
  return question?.about === 'commas' ? 'two' : 'out';
}

describe('a table', () => {
  test('loses no line: each one is used, refused or named, whatever was answered', () => {
    const pieces = fc.constantFrom(
      ...[
        'Dorn Hesk',
        'Pell',
        '500',
        '1,500',
        '1',
        '12.5',
        '#1 Iri',
        '# Iri',
        '// x',
        '```',
        '```text',
        '|',
        ';',
        '\t',
      ],
      ...[',', 'Name', 'Amount', 'Payout', 'Credits', 'Grund', 'Total', 'sep=;', '---', '|--|', ' ', 'uid', '1:1003'],
    );
    const line = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
    forAll([fc.array(line, { maxLength: 12 }), language, fc.boolean()], (lines, spoken, isFirst) => {
      const list = answerAll(lines.join('\n'), spoken, isFirst ? firstAnswer : lastAnswer);
      const isRefused = list.problems.some(({ why }) => ['noPay', 'beforeHeader', 'tooMany'].includes(why));
      if (isRefused) return;
      const named = new Set([...list.rows, ...list.problems].map(({ line }) => line));
      for (const { line, count } of list.skipped)
        for (let offset = 0; offset < count; offset += 1) named.add(line + offset);
      const headerLines = list.used.length > 0 ? 1 : 0;
      const lost = lines.flatMap((content, index) => (content.trim() !== '' && !named.has(index + 1) ? [content] : []));
      expect(lost.length).toBeLessThanOrEqual(headerLines);
    });
  });

  test('never pays a part of a longer number that commas cut, unless its person said “two columns”', () => {
    const group = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
    const indian = (value: number): string => String(value).replace(/\B(?=(\d{2})*\d{3}$)/g, ',');
    const tail = fc.constantFrom('', '.25', '.00', ' gp', 'k', ' cr', '€', '½');
    const number = fc
      .tuple(fc.integer({ min: 1_000, max: 9_999_999 }), fc.constantFrom(group, indian), tail)
      .map(([value, write, end]) => ({ value, text: write(value) + end }));
    const order = fc.shuffledSubarray(['name', 'amount', 'reason', 'rank'], { minLength: 2 });
    const columns = order.filter((all) => all.includes('name') && all.includes('amount'));
    const row = fc.record({ name: words, amount: number, reason: words, rank: words });
    forAll([columns, fc.array(row, { minLength: 1, maxLength: 5 }), language], (order, rows, spoken) => {
      const toLine = (one: (typeof rows)[number]): string =>
        order
          .map((field) => (field === 'amount' ? one.amount.text : one[field as 'name' | 'reason' | 'rank']))
          .join(',');
      const text = [order.join(','), ...rows.map(toLine)].join('\n');
      const list = parsePayList(text, spoken);
      expect(list.question?.about).toBe('commas');
      const joined = answerAll(text, spoken, firstAnswer);
      for (const { line, amount: paid } of joined.rows) {
        const { value, text: typed } = rows[line - 2]?.amount ?? { value: 0, text: '' };
        expect(paid).toBe(typed.endsWith('k') ? value * 1_000 : value);
      }
    });
  });

  test.each([
    'Dorn Hesk,500,2026-11-03',
    'Dorn Hesk,500,03.11.2026',
    'Dorn Hesk,5,2 ships',
    'Dorn Hesk,12,11/03',
    'Dorn Hesk,500,op 12',
    'Dorn Hesk,"1",500',
    'Dorn Hesk,1500,300',
    'Dorn Hesk,0,500',
  ])('doesn’t ask about commas in %s', (line) => {
    expect(parsePayList(`name,amount,reason\n${line}`, 'en').question).toBeUndefined();
  });

  test('of plain lines with clear amounts never asks', () => {
    const isTotal = /^(?:total|totals|sum|gesamt|summe)\b/i;
    const name = words.filter((one) => !isTotal.test(one));
    const reason = fc.oneof(
      fc.constant(''),
      words,
      fc.tuple(words, amount).map(([text, count]) => `${text} ${count}`),
    );
    const row = fc.record({ name, amount, reason });
    const separator = fc.constantFrom(' | ', ';', '\t', '|');
    forAll([fc.array(row, { minLength: 1, maxLength: 20 }), separator, language], (rows, between, spoken) => {
      const text = rows.map(({ name, amount, reason }) => [name, amount, reason].join(between)).join('\n');
      const list = parsePayList(text, spoken);
      expect(list.question).toBeUndefined();
      expect(list.rows.map(({ name, amount, reason }) => ({ name, amount, reason }))).toEqual(rows);
    });
  });

  test.each<[string, Language, string, object]>([
    [
      'unknown headings',
      'de',
      'Spieler;Stufe;Ausschüttung\nDorn Hesk;12;1500',
      {
        about: 'column',
        field: 'amount',
        isUnknown: true,
        options: [
          { column: 1, label: 'Stufe', example: '12' },
          { column: 2, label: 'Ausschüttung', example: '1500' },
        ],
      },
    ],
    [
      'two columns of names',
      'en',
      'Name,Player,Amount\nDorn Hesk,Kim,5',
      { about: 'column', field: 'name', isUnknown: false },
    ],
    ['two columns of reasons', 'en', 'Name,Amount,Reason,Note\nDorn Hesk,5,a,b', { about: 'column', field: 'reason' }],
    ['a word within a heading', 'en', 'Name,SRP payout,Base pay\nDorn Hesk,5,7', { about: 'column', field: 'amount' }],
    [
      'a heading with a number',
      'en',
      'Name;Nov 2026\nDorn Hesk;5',
      { about: 'column', options: [{ label: 'Nov 2026' }] },
    ],
    ['a switched off line', 'en', 'Dorn Hesk | 5\n# Pell | 7', { about: 'disabled', lines: [{ line: 2 }] }],
    ['a switched off line without a space', 'de', 'Dorn Hesk | 5\n#Pell | 7', { about: 'disabled' }],
    ['places', 'de', '#1 Dorn Hesk | 5\n#2 Pell | 7', { about: 'places', lines: [{ line: 1 }, { line: 2 }] }],
    ['a total of other amounts', 'en', 'Dorn Hesk | 5\nPell | 7\nTotal | 13', { about: 'total', amount: 13, sum: 12 }],
    ['a total without a name', 'de', 'Name;Betrag\nDorn Hesk;5\n;7', { about: 'total', name: '', sum: 5 }],
    ['an empty second column', 'en', 'Dorn Hesk\t\t5\nPell\t\t7', { about: 'column', options: [{ column: 2 }] }],
  ])('asks about %s', (_, spoken, text, question) => {
    expect(parsePayList(text, spoken).question).toMatchObject(question);
  });

  test.each<[string, string, object[]]>([
    ['a section', 'Name;Amount\nDorn Hesk;5\nOfficers\nPell;7', [{ line: 3, why: 'section' }]],
    ['a second header', 'Name;Amount\nDorn Hesk;5\nName;Amount\nPell;7', [{ line: 3, why: 'secondHeader' }]],
    ['another second header', 'Name;Amount\nDorn Hesk;5\nPlayer;Bonus\nPell;7', [{ line: 3, why: 'secondHeader' }]],
    ['a payment above the header', 'Pell | 5\nName,Amount\nDorn Hesk,5', [{ line: 1, why: 'beforeHeader' }]],
    ['amounts in thousands', 'Name,Amount (k)\nDorn Hesk,500', [{ line: 1, why: 'unit' }]],
    ['amounts in millions', 'Name;Betrag in Mio.\nDorn Hesk;5', [{ line: 1, why: 'unit' }]],
    ['no amounts', 'Name;Rank\nDorn Hesk;Pilot', [{ why: 'noPay', columns: ['Name', 'Rank'] }]],
    ['only a balance', 'Player,Balance\nDorn Hesk,40000', [{ why: 'noPay', columns: ['Player', 'Balance'] }]],
    ['a UID that isn’t one', 'uid,name,amount\n1003,Dorn Hesk,5', [{ line: 2, why: 'uid' }]],
  ])('refuses %s', (_, text, problems) => {
    expect(parsePayList(text, 'en')).toMatchObject({ problems });
  });

  test('with a member’s rank that is also a heading is a row', () => {
    const { rows } = parsePayList('Name,Rank,Amount,Note\nDorn Hesk,Member,500,salary', 'en');
    expect(rows).toMatchObject([{ name: 'Dorn Hesk', amount: 500, reason: 'salary' }]);
  });

  test('keeps its answers only as long as the question is the same', () => {
    const list = 'Player,Credits,Payout\nDorn Hesk,40000,1500';
    const { question } = parsePayList(list, 'en');
    const answers = { [question?.key ?? '']: '2' };
    expect(parsePayList(`${list}\nPell,1,2`, 'en', false, answers).rows).toMatchObject([
      { amount: 1_500 },
      { amount: 2 },
    ]);
    expect(parsePayList(list.replace('Credits', 'Bonus'), 'en', false, answers).question).toBeDefined();
  });

  test('answers what became of the marked and the last lines', () => {
    const text = '```\n// x\n#1 Dorn Hesk | 5\n# Pell | 7\nIri | 1\nTotal | 99\n```';
    const out = answerAll(text, 'en', lastAnswer);
    expect(out.rows.map(({ name }) => name)).toEqual(['Iri']);
    expect(out.skipped.map(({ line, why }) => `${line} ${why}`).toSorted()).toEqual([
      ...['1 fence', '2 comment', '3 place', '4 disabled', '6 total', '7 fence'],
    ]);
    const read = answerAll(text, 'en', (list) => (list.question?.about === 'total' ? 'pay' : 'rows'));
    expect(read.rows.map(({ name, amount }) => [name, amount])).toEqual([
      ['Dorn Hesk', 5],
      ['Pell', 7],
      ['Iri', 1],
      ['Total', 99],
    ]);
  });

  test('can have 50 columns, each of which may be chosen', () => {
    const labels = Array.from(
      { length: 50 },
      (_, index) => `Column ${String.fromCharCode(97 + (index % 26)).repeat(1 + index / 26)}`,
    );
    const text = `${['Name', ...labels.slice(1)].join(';')}\n${['Dorn Hesk', ...labels.slice(1).map(() => '5')].join(';')}`;
    const { question } = parsePayList(text, 'en');
    expect(question?.about === 'column' && question.options).toHaveLength(49);
    expect(parsePayList(text, 'en', false, { [question?.key ?? '']: '49' }).rows).toMatchObject([{ amount: 5 }]);
  });

  test('is read from bytes with invisible characters as it looks', () => {
    const text = decodeText(Buffer.from('\u200bName\u200b;Amount\nDorn\u00a0Hesk\u200e;\u200e1\u00a0500\u200b')) ?? '';
    expect(parsePayList(text, 'en').rows).toMatchObject([{ name: 'Dorn Hesk', amount: 1_500 }]);
  });

  test.each<[string, string]>([
    ['invisible characters between the parts', 'name,amount,reason\nDorn,\u200e1,500\u200b,\nPell,950,'],
    ['words behind the number', 'name,amount,reason\nDorn,1,500 gold pieces each,'],
    ['a remark behind the number', 'name,amount,reason\nDorn,1,500 (bonus),'],
    ['a unit behind decimals', 'name,amount,reason\nDorn,1500,5 k,'],
    ['a rate', 'Name,Pay rate\nDorn,500'],
    ['a count', 'Name;Anzahl Prämien\nDorn;5'],
    ['what was paid', 'Name,Amount paid\nDorn,500'],
    ['a weak heading beside amounts', 'Player,Credits,Stipendium\nDorn,40000,1500'],
    ['the other column’s currency', 'Player,Credits,Payout\nDorn,40000,"1,500 gp"'],
    ['one cell that isn’t an amount', 'Dorn | 12 | 1500\nPell | 9 | absent'],
    ['amounts in a currency', 'Dorn | 12 | 1,500 gp\nPell | 9 | 1,200 gp'],
    ['a heading that is missing', 'Pilot;;Payout\nDorn;12;1500\nPell;9;1200'],
    ['one amount without a name', 'name,amount,reason\nDorn,500,Salary\n,500,Bonus'],
  ])('asks about %s', (_, text) => {
    expect(parsePayList(text, 'en').question).toBeDefined();
  });

  test.each<[string, string]>([
    ['lines in one cell', 'Name,Amount\nDorn,"500\n300"'],
    ['a line that quotation marks swallow', 'name,amount,reason\nDorn,500,Salary\nPell,300,"\nJuno,200,"'],
    ['a soft hyphen', 'Name,Amount\nDorn,\u00ad500'],
    ['an override of the direction', 'Name,Amount\nDorn,\u202e005'],
    ['kilocredits', 'Name,Pay (kCr)\nDorn,500'],
    ['thousands', 'Name,Amount (000s)\nDorn,500'],
    ['millions of credits', 'Name;Betrag (Mio. Cr.)\nDorn;5'],
    ['a percentage', 'Name,Share %\nDorn,60'],
    ['a balance in parentheses', 'Name,Amount (balance)\nDorn,500'],
    ['a unit in a column of its own', 'Name,Amount,Unit\nDorn,5,k'],
    ['two tables side by side', 'Player,Payout,,Officer,Stipend\nDorn,5,,Pell,7'],
    ['an amount in a title', 'Dorn Hesk 1500\nName | Amount\nPell | 5'],
  ])('refuses %s', (_, text) => {
    const { question, problems } = parsePayList(text, 'en');
    expect(question).toBeUndefined();
    expect(problems).not.toEqual([]);
  });

  test.each([
    ['Name;2026;Betrag\nDorn;12;1500', 1_500],
    ['Name\t48\tPayout\nDorn\t12\t1500', 1_500],
    ['Name;Zahlbetrag\nDorn;1500', 1_500],
    ['Player,Payouts,Kills\nDorn,1500,12', 1_500],
  ])('with a heading that is a number or a compound is read: %j', (text, amount) => {
    expect(parsePayList(text, 'de').rows).toMatchObject([{ name: 'Dorn', amount }]);
  });

  test('pays someone with a UID and no name, also in the last line', () => {
    const { rows } = parsePayList('UID;Name;Amount\n1:1003;;500\n1:1004;;500\n1:1005;;1000', 'en');
    expect(rows.map(({ uid }) => uid)).toEqual(['1:1003', '1:1004', '1:1005']);
  });

  test.each<[string, string]>([
    ['commas', 'name,amount,reason\nDorn,12,500'],
    ['columns without a header', 'Dorn | 12 | 1500'],
  ])('asks again about %s if the lines have changed', (_, text) => {
    const { question } = parsePayList(text, 'en');
    const answers = { [question?.key ?? '']: question?.about === 'commas' ? 'two' : '2' };
    expect(parsePayList(text, 'en', false, answers).question).toBeUndefined();
    expect(parsePayList(text.replace('12', '1'), 'en', false, answers).question).toBeDefined();
  });

  test.each(['', 'x', 'ROWS'])('takes no other answer about marked lines than it offers: %j', (answer) => {
    const text = '#1 Dorn | 5';
    const { question } = parsePayList(text, 'en');
    expect(parsePayList(text, 'en', false, { [question?.key ?? '']: answer }).question).toEqual(question);
  });

  test.each([
    `name,amount,reason\nDorn,5,1${' '.repeat(200_000)}!`,
    `Name|Amount\nDorn|5\na${' '.repeat(200_000)}b|5`,
    `Name,Amount\n"a${'\n'.repeat(200_000)}",5`,
  ])('of 200 KB in one cell takes no longer than others', (text) => {
    const startedAt = performance.now();
    parsePayList(text, 'en');
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test.each([
    ['comments', 500, '# a | b'],
    ['fences', 1_500, '```'],
  ])('with more lines than are read is refused, also if most of them are %s', (_, length, line) => {
    const others = Array.from({ length }, () => line);
    const { problems } = parsePayList(['Dorn | 5', ...others, 'Pell | 7'].join('\n'), 'en');
    expect(problems).toMatchObject([{ why: 'tooMany' }]);
  });

  test.each<[string, string, string]>([
    ['commas', 'name,amount,reason\nDorn,1,500', 'x'],
    ['a total without a name', 'name;amount\nDorn;5\nPell;7\n;99', 'pay'],
  ])('takes no other answer about %s than it offers', (_, text, answer) => {
    const { question } = parsePayList(text, 'en');
    expect(parsePayList(text, 'en', false, { [question?.key ?? '']: answer }).question).toEqual(question);
  });

  test('refuses its own header further down, also with unknown headings', () => {
    const list = answerAll('Namn;Belopp\nDorn;5\nNamn;Belopp\nPell;7', 'en', firstAnswer);
    expect(list.problems).toMatchObject([{ line: 3, why: 'secondHeader' }]);
  });

  test('knows a total of amounts that were rounded', () => {
    const text = 'Name,Amount\nDorn,333.33\nPell,333.33\nIri,333.34\nTotal,1000.00';
    const { rows, skipped } = parsePayList(text, 'en', true);
    expect(rows).toHaveLength(3);
    expect(skipped).toContainEqual(expect.objectContaining({ line: 5, why: 'total' }));
  });

  test('has numbers in a column of their own, such as #1, that mark no line', () => {
    const { question, rows } = parsePayList('Nr,Name,Amount\n#1,Dorn,5\n#2,Pell,7', 'en');
    expect(question).toBeUndefined();
    expect(rows).toMatchObject([{ name: 'Dorn' }, { name: 'Pell' }]);
  });

  test('has # in quotation marks as text', () => {
    const { question, rows } = parsePayList('Name,Amount\n"#1 Dorn",5', 'en');
    expect(question).toBeUndefined();
    expect(rows).toMatchObject([{ name: '#1 Dorn' }]);
  });

  test.each(['Nr', 'Ordning'])('offers no column that numbers the lines as the amount: %s', (heading) => {
    const { question } = parsePayList(`Name;${heading};Belopp\nDorn;1;500\nPell;2;700`, 'en');
    expect(question).toMatchObject({ options: [{ label: 'Belopp' }] });
  });
});
