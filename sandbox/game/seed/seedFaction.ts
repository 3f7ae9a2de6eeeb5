import { factionUid } from './people.ts';
import type { SeedContext } from './seedCharacters.ts';
import { insertCharacter } from './seedCharacters.ts';

const MEMBERS = 110;
const FIRST_ID = 2001;
/** What members of a faction usually may do. Some have more or less. */
const ROLES: readonly (readonly string[])[] = [
  ['ship/view', 'ship/pilot_ships', 'station/view', 'materials/view'],
  ['ship/view', 'materials/view', 'materials/move_materials', 'materials/sell_materials', 'finance/view'],
  ['members/view', 'finance/view', 'finance/view_transactions', 'ship/view', 'ship/assign', 'privileges/view'],
  [],
];
const STRAY = ['finance/transfer_credits', 'members/dismiss_members', 'cities/set_taxes'];

/** Adds members to the first faction, so that it has about a hundred. */
export function seedFaction(context: SeedContext): void {
  const { database, random, names } = context;
  const faction = factionUid(0);
  for (let index = 0; index < MEMBERS; index += 1) {
    const uid = `1:${FIRST_ID + index}`;
    const isPrivate = random.oneIn(9);
    const handle = names.word();
    insertCharacter(
      { uid, handle, gender: 'other', note: '', privileges: 'none', credits: random.between(0, 90_000), isPrivate },
      context,
    );
    if (random.oneIn(12)) continue;
    database.insert('members', { faction, character: uid, is_primary: 1 });
    const role = random.pick(ROLES).filter(() => !random.oneIn(15));
    for (const path of random.oneIn(12) ? [...role, random.pick(STRAY)] : role) {
      const [group = '', privilege = ''] = path.split('/');
      database.insert('privileges', { faction, character: uid, privilege_group: group, privilege });
    }
  }
}
