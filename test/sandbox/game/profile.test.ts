import { expect, test } from 'vitest';
import { marshal, meridian, type Player, useGame, vael } from './support.ts';

const STARTS_AT_SECONDS = 1_771_675_934;
const game = useGame('all', { startsAt: STARTS_AT_SECONDS * 1000 });

test('character.me answers in the envelope, with the whole profile of the character of the token', async () => {
  const token = await game.grant(vael, ['CHARACTER_READ']);
  const { envelope, swcapi, headers } = await game.ask('GET character/', { token });
  expect(headers.get('content-type')).toContain('application/json');
  expect(Object.keys(envelope).join(' ')).toBe('version timestamp resource request swcapi');
  expect(envelope['timestamp']).toBe('2026-02-21T12:12:14.000Z');
  const [text, number] = [expect.any(String), expect.any(Number)];
  const href = `${game.baseUrl}faction/${meridian}`;
  expect(swcapi).toEqual({
    character: expect.objectContaining({
      uid: vael.uid,
      name: vael.handle,
      image: text,
      attributes: { isprivate: 'false' },
      gender: 'male',
      race: { attributes: { uid: text, href: text }, value: text },
      shortdescription: text,
      biography: text,
      lastlogin: expect.objectContaining({ years: number, timestamp: expect.stringMatching(/^\d+$/u) }),
      health: number,
      healthMax: 60,
      XP: number,
      XPLevel: number,
      faction: { attributes: { uid: meridian, href, type: 'faction' }, value: 'Meridian Compact' },
      credits: { value: game.world.balanceOf(vael.uid) },
    }),
  });
  const nowhere = { sector: {}, system: {}, planet: {}, city: {}, container: {}, coordinates: { galaxy: {} } };
  expect(swcapi.character?.location).toMatchObject(nowhere);
  const primary = { attributes: { uid: meridian }, value: 'Meridian Compact', primary: true };
  expect(swcapi.character?.factions?.[0]).toMatchObject(primary);
});

test('character.get gives what is public about another, and takes an encoded UID', async () => {
  const { swcapi } = await game.as(vael, `GET character/${encodeURIComponent(marshal.uid)}/`);
  const fields = 'attributes,biography,faction,factions,gender,image,lastlogin,name,race,shortdescription,uid';
  expect(Object.keys(swcapi.character ?? {}).sort()).toEqual(fields.split(','));
});

test('character.skills.list gives each skill of eight categories with level and experience, those at zero too', async () => {
  const skillsOf = async (who: Player) => {
    const { swcapi } = await game.as(who, `GET character/${who.uid}/skills`);
    const categories = Object.entries(swcapi.skills ?? {});
    expect(categories.map(([name]) => name).join(' ')).toBe('general space ground social science light dark neutral');
    expect(swcapi.skills).toMatchObject({
      space: [{ attributes: { force: 'false', count: 4 }, skill: expect.any(Array) }],
      light: [{ attributes: { force: 'true' } }],
    });
    return categories.flatMap(([, category]) => category[0]?.skill as unknown as { value: number }[]);
  };
  const skills = (await Promise.all(game.world.characters().slice(0, 5).map(skillsOf))).flat();
  expect(skills.some(({ value }) => value === 0)).toBe(true);
  expect(skills).toContainEqual(expect.objectContaining({ attributes: { type: 'Piloting' } }));
  const attributes = { type: expect.any(String) };
  for (const skill of skills)
    expect(skill).toEqual({ attributes, value: expect.any(Number), experience: expect.any(Number) });
});

test('character.permissions.list gives all scopes of the token in one entry, in upper case, and when they end', async () => {
  const token = await game.grantToken({
    handle: vael.handle,
    scopes: ['CHARACTER_READ', 'CREDITS_WRITE', 'messages_all'],
    expiresInSeconds: 60,
  });
  const { swcapi } = await game.ask(`GET character/${vael.uid}/permissions`, { token });
  const scopes = { scope: ['CREDITS_WRITE', 'CHARACTER_READ', 'MESSAGES_ALL'] };
  const attributes = { expires: String(STARTS_AT_SECONDS + 60) };
  expect(swcapi).toEqual({ permissions: { permission: [{ scopes, attributes }] } });
});
