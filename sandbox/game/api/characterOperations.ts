import { ServiceError } from '../errors.ts';
import { allows, type Scope, toCanonicalScope } from '../scopes.ts';
import { toWireCharacter } from '../wire/characterRecord.ts';
import type { Character } from '../world/characters.ts';
import { type Answer, type Call, callerOf, characterOf, type Operation, operation, ownCharacterOf } from './call.ts';

const CATEGORIES = ['general', 'space', 'ground', 'social', 'science', 'light', 'dark', 'neutral'];
const FORCE_CATEGORIES = new Set(['light', 'dark', 'neutral']);

function profile(call: Call, character: Character): Answer {
  const caller = callerOf(call);
  const own = character.uid === caller.uid;
  const { characters, galaxy } = call.world;
  const shows = (scope: Scope): boolean => !call.quirks.profileByScope || allows(caller.scopes, scope);
  const view = {
    own,
    credits: shows('CHARACTER_CREDITS'),
    stats: shows('CHARACTER_STATS'),
    location: shows('CHARACTER_LOCATION'),
  };
  const factions = characters.factionsOf(character.uid);
  return {
    payload: { character: toWireCharacter(call, character, factions, galaxy.byUid(character.place), view) },
  };
}

function skills(call: Call): Answer {
  const all = call.world.characters.skillsOf(ownCharacterOf(call).uid);
  const category = (name: string) => {
    const skill = all
      .filter((entry) => entry.category === name)
      .map(({ skill: type, level, experience }) => ({
        attributes: { type },
        value: name.startsWith('s') ? call.number(level) : level,
        experience: call.number(experience),
      }));
    return [{ attributes: { force: String(FORCE_CATEGORIES.has(name)), count: skill.length }, skill }];
  };
  return { payload: { skills: Object.fromEntries(CATEGORIES.map((name) => [name, category(name)])) } };
}

function permissions(call: Call): Answer {
  ownCharacterOf(call);
  const { scopes, expiresAt } = callerOf(call);
  const sorted = [...scopes].sort();
  const families = [...Map.groupBy(sorted, (scope) => scope.split('_')[0]).values()];
  const entries = call.quirks.splitPermissions ? families : [sorted.map(toCanonicalScope)];
  const expires = String(Math.floor(expiresAt / 1000));
  const permission = entries.map((scope) => ({ scopes: { scope }, attributes: { expires } }));
  return { payload: { permissions: { permission } } };
}

function handleCheck(call: Call): Answer {
  const handle = call.params['handle'] ?? '';
  const character = call.world.characters.byHandle(handle);
  if (!character) throw new ServiceError(404, `No character has the handle ${handle}`);
  return { payload: { character: { uid: character.uid, handle: character.handle } } };
}

const me = (call: Call): Answer => profile(call, ownCharacterOf({ ...call, params: { uid: callerOf(call).uid } }));
const other = (call: Call): Answer => profile(call, characterOf(call));

/** Profiles, skills and permissions. `character.hasPermission` has no request of its own. */
export const characterOperations: readonly Operation[] = [
  operation('character.me', 'GET character', 'CHARACTER_READ', me),
  operation('character.getByHandle', 'GET character/handlecheck/:handle', 'none', handleCheck),
  operation('character.get', 'GET character/:uid', 'CHARACTER_READ', other),
  operation('character.skills.list', 'GET character/:uid/skills', 'CHARACTER_SKILLS', skills),
  operation('character.permissions.list', 'GET character/:uid/permissions', 'CHARACTER_READ', permissions),
];
