import { readOfCharacter } from '../operation.ts';
import { present, toItems } from '../wire/records.ts';
import { at, BrokenRecord, isEmpty, textAt, toList, toNumber, toObject } from '../wire/wire.ts';

/** Skills by name. */
export type Skills = ReturnType<typeof toSkills>;

export const skillOperations = {
  'character.skills.list': readOfCharacter('CHARACTER_SKILLS', '/skills', toSkills),
};

function toSkills(wire: unknown) {
  const categories = Object.entries(toObject(wire)).filter(([name]) => name !== 'attributes');
  if (categories.length === 0 && (wire === undefined || !isEmpty(wire)))
    throw new BrokenRecord('the response has no categories of skills');
  const entries = categories.flatMap(([category, group]) =>
    toList(group).flatMap((part) =>
      toItems(part, 'skill').flatMap((skill) => {
        const name = textAt(skill, 'attributes', 'type');
        const level = toNumber(at(skill, 'value'));
        if (name === undefined || level === undefined) return [];
        return [[name, { level, ...present({ experience: toNumber(at(skill, 'experience')) }), category }] as const];
      }),
    ),
  );
  return Object.fromEntries(entries);
}
