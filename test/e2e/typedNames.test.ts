import { beforeAll, describe, expect, test } from 'vitest';
import { textFrom } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything } from '../support/world.ts';

const world = useWorld('all');
const { player, officer } = world;
const requests = (): number => world.game.world.requests();

beforeAll(async () => {
  await linkWithEverything(player, 'Vael Ondar');
  await linkWithEverything(officer, 'Marshal Iri Tosk');
});

describe('a typed name', () => {
  test.each(['Dorn  Hesk', '\u200eDorn Hesk\u200b', 'dorn\u00a0hesk', ' Dorn Hesk '])(
    '%j finds Dorn Hesk',
    async (name) => {
      expect(await textFrom(player.run('lookup', { handle: name }))).toContain('Dorn Hesk');
      expect(await textFrom(player.run('profile', { character: name }))).toContain('Dorn Hesk');
    },
  );

  test('costs one more request if its folded form differs, and one if it does not', async () => {
    const before = requests();
    await player.run('lookup', { handle: 'Nobody Here' }).response();
    expect(requests() - before).toBe(1);
    const refusal = await textFrom(player.run('lookup', { handle: 'Nobody  There' }));
    expect(requests() - before).toBe(3);
    expect(refusal).toContain('“Nobody There”');
  });

  test('that shows nothing is asked for again', async () => {
    expect(await textFrom(player.run('lookup', { handle: '\u200b\u2800' }))).toContain('Please enter a handle');
  });
});

describe('a list of names', () => {
  test.each(['Dorn Hesk; Vael Ondar', '1. Dorn Hesk, 2. Vael Ondar', '"Dorn Hesk", “Vael Ondar”'])(
    '%j adds two members',
    async (member) => {
      const added = await textFrom(officer.run('roster add', { member, rank: 'Pilot' }));
      expect(added).toMatch(/2 members added|0 members added, 2 updated/);
    },
  );

  test('names what it did not remove, and why', async () => {
    const removed = await textFrom(officer.run('roster remove', { member: 'Vael  Ondar, Typo Name' }));
    expect(removed).toContain('Removed **Vael Ondar**.');
    expect(removed).toContain("Typo Name isn't on the roster.");
    expect(await textFrom(officer.run('roster remove', { member: ' ; ,' }))).toContain('Enter at least one name');
  });

  test('finds people by a mention if they allow it, with one error for all causes', async () => {
    const mention = `<@${player.id}>`;
    const refused = await textFrom(officer.run('profile', { character: mention }));
    expect(refused).toContain("I can't show you");
    expect(await textFrom(officer.run('roster add', { member: mention }))).toContain("I can't show you");
    const account = await player.run('account').response();
    await player.press(account, 'Let others find me').response();
    expect(await textFrom(officer.run('profile', { character: mention }))).toContain('Vael Ondar');
    expect(await textFrom(officer.run('lookup', { handle: mention }))).toContain('Vael Ondar');
    expect(await textFrom(officer.run('roster add', { member: mention }))).toContain('1 member added');
    expect(await textFrom(officer.run('roster remove', { member: mention }))).toContain('Removed **Vael Ondar**');
    expect(await textFrom(officer.run('profile', { character: '<@1>' }))).toContain("I can't show you");
  });
});

describe('the name of a rank', () => {
  test.each(['Roster', 'ROSTER\u200b', 'a;b', 'a|b', 'a@b', '\u200b', '"Ace"'])('%j is refused', async (rank) => {
    const before = requests();
    const refusal = await textFrom(officer.run('roster add', { member: 'Dorn Hesk', rank }));
    expect(refusal).toContain("A rank's name can't be");
    expect(await textFrom(officer.run('rank save', { name: rank, from: 'Dorn Hesk' }))).toContain(
      "A rank's name can't be",
    );
    expect(requests()).toBe(before);
    expect(
      await textFrom(
        officer.run('roster import', { list: `uid,name,rank\n1:1001,Vael Ondar,"${rank.replaceAll('"', '""')}"` }),
      ),
    ).toContain("can't read these lines: 2");
  });

  test('that is only written differently is the same rank', async () => {
    await officer.run('roster add', { member: 'Dorn Hesk', rank: "D'Arc Wing" }).response();
    const paid = await textFrom(officer.run('credits pay', { list: '@d’arc  wing | 5' }));
    expect(paid).toContain('Dorn Hesk');
  });

  test('is changed for the rank and its members', async () => {
    const renamed = await textFrom(officer.run('rank rename', { rank: 'd’arc wing', name: 'Second Wing' }));
    expect(renamed).toContain('is now called **Second Wing**. 1 member has it.');
    expect(await textFrom(officer.run('roster show'))).toContain('Second Wing');
    expect(await textFrom(officer.run('rank rename', { rank: 'Third', name: 'Fourth' }))).toContain('no rank “Third”');
  });
});
