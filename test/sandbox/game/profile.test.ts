import { describe, expect, test } from 'vitest';
import { juno, marshal, meridian, type Player, useGame, vael } from './support.ts';

const STARTS_AT_SECONDS = 1_771_675_934;
const game = useGame('all', { startsAt: STARTS_AT_SECONDS * 1000 });

describe('character.me', () => {
  test('answers in the envelope, with the whole profile of the character of the token', async () => {
    const token = await game.grant(vael, ['CHARACTER_READ']);
    const { envelope, swcapi, headers } = await game.ask('GET character/', { token });
    expect(headers.get('content-type')).toContain('application/json');
    expect(Object.keys(envelope)).toEqual(['version', 'timestamp', 'resource', 'request', 'swcapi']);
    expect(envelope['timestamp']).toBe('2026-02-21T12:12:14.000Z');
    expect(Object.keys(swcapi)).toEqual(['character']);
    expect(swcapi.character).toMatchObject({
      uid: vael.uid,
      name: vael.handle,
      image: expect.any(String),
      attributes: { isprivate: 'false' },
      gender: 'male',
      race: { attributes: { uid: expect.any(String) }, value: expect.any(String) },
      shortdescription: expect.any(String),
      biography: expect.any(String),
      lastlogin: { years: expect.any(Number), timestamp: expect.stringMatching(/^\d+$/u) },
      health: expect.any(Number),
      healthMax: 60,
      XP: expect.any(Number),
      XPLevel: expect.any(Number),
      faction: {
        attributes: { uid: meridian, href: `${game.baseUrl}faction/${meridian}`, type: 'faction' },
        value: 'Meridian Compact',
      },
      location: { sector: {}, system: {}, planet: {}, city: {}, container: {}, coordinates: { galaxy: {} } },
      credits: { value: game.world.balanceOf(vael.uid) },
    });
    expect(swcapi.character?.factions?.[0]).toMatchObject({
      attributes: { uid: meridian },
      value: 'Meridian Compact',
      primary: true,
    });
  });
});

describe('character.get', () => {
  test('gives what is public about another', async () => {
    const { swcapi } = await game.as(vael, `GET character/${marshal.uid}`);
    expect(
      Object.keys(swcapi.character ?? {})
        .sort()
        .join(' '),
    ).toBe('attributes biography faction factions gender image name race shortdescription uid');
  });

  test('gives hardly more than the name of a private character, except to its own player', async () => {
    const { swcapi } = await game.as(vael, `GET character/${juno.uid}`);
    expect(swcapi.character).toEqual({
      uid: juno.uid,
      name: juno.handle,
      image: expect.any(String),
      attributes: { isprivate: 'true' },
      faction: {},
      factions: [],
      location: {},
    });
    const own = await game.as(juno, `GET character/${juno.uid}`);
    expect(own.swcapi.character).toMatchObject({ faction: { value: 'Ashen Wayfarers' }, health: expect.any(Number) });
  });

  test('takes an encoded UID', async () => {
    const { swcapi } = await game.as(vael, 'GET character/1%3A1001/');
    expect(swcapi.character).toMatchObject({ name: vael.handle });
  });

  test.each(['1:999999', '20:501', 'abc', '1001', '1:1001x'])('knows no character %s', async (uid) => {
    expect((await game.as(vael, `GET character/${uid}`)).status).toBe(404);
  });
});

describe('character.getByHandle', () => {
  test.each([
    ['Vael%20Ondar', vael],
    ['vael%20ONDAR', vael],
    ['Cass%20O%27Renn/', { uid: '1:1005', handle: "Cass O'Renn" }],
    ['Ys%C3%A9%20*Nova*%20Quar_tz', { uid: '1:1007', handle: 'Ysé *Nova* Quar_tz' }],
  ])('finds %s without a token', async (handle, character) => {
    expect((await game.ask(`GET character/handlecheck/${handle}`)).swcapi).toEqual({ character });
  });

  test.each(['Nobody', 'Vael+Ondar', '1:1001', 'Vael', '%2F'])('answers 404 for %s', async (handle) => {
    const { status, swcapi } = await game.ask(`GET character/handlecheck/${handle}`);
    expect(status).toBe(404);
    expect(swcapi).toHaveProperty('error_message');
  });
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
  for (const skill of skills)
    expect(skill).toEqual({
      attributes: { type: expect.any(String) },
      value: expect.any(Number),
      experience: expect.any(Number),
    });
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
