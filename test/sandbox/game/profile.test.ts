import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, juno, marshal, meridian, startService, vael } from './support.ts';

let world: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  world = await startService({ clock: () => 1_771_675_934_000 });
});
afterAll(() => world.service.close());

const href = (path: string) => `${world.service.baseUrl}${path}`;

describe('character.me', () => {
  test('answers in the envelope, with the whole profile of the character of the token', async () => {
    const { status, envelope, swcapi, headers } = await world.as(vael, 'GET character/');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(Object.keys(envelope)).toEqual(['version', 'timestamp', 'resource', 'request', 'swcapi']);
    expect(envelope['timestamp']).toBe('2026-02-21T12:12:14.000Z');
    expect(Object.keys(swcapi)).toEqual(['character']);
    expect(swcapi['character']).toMatchObject({
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
        attributes: { uid: meridian, href: href(`faction/${meridian}`), type: 'faction' },
        value: 'Meridian Compact',
      },
      location: { sector: {}, system: {}, planet: {}, city: {}, container: {}, coordinates: { galaxy: {} } },
      credits: { value: world.service.world.balanceOf(vael.uid) },
    });
    expect(swcapi['character']?.['factions']?.[0]).toMatchObject({
      attributes: { uid: meridian },
      value: 'Meridian Compact',
      primary: true,
    });
  });

  test('needs no other scope than CHARACTER_READ', async () => {
    const token = await world.service.grantToken({ handle: vael.handle, scopes: ['CHARACTER_READ'] });
    const { swcapi } = await ask(world.service, 'GET character', { token });
    expect(swcapi).toEqual((await world.as(vael, 'GET character')).swcapi);
    expect(swcapi['character']).toHaveProperty('credits');
  });
});

describe('character.get', () => {
  test('gives of another what is public', async () => {
    const { status, swcapi } = await world.as(vael, `GET character/${marshal.uid}`);
    expect(status).toBe(200);
    expect(Object.keys(swcapi['character'] ?? {}).sort()).toEqual(
      [
        'uid',
        'name',
        'image',
        'attributes',
        'gender',
        'race',
        'shortdescription',
        'biography',
        'faction',
        'factions',
      ].sort(),
    );
  });

  test('gives of a private character hardly more than the name', async () => {
    const { swcapi } = await world.as(vael, `GET character/${juno.uid}`);
    expect(swcapi['character']).toEqual({
      uid: juno.uid,
      name: juno.handle,
      image: expect.any(String),
      attributes: { isprivate: 'true' },
      faction: {},
      factions: [],
      location: {},
    });
    const own = await world.as(juno, `GET character/${juno.uid}`);
    expect(own.swcapi['character']).toMatchObject({
      faction: { value: 'Ashen Wayfarers' },
      health: expect.any(Number),
    });
  });

  test('gives an encoded uid the same character', async () => {
    const { swcapi } = await world.as(vael, 'GET character/1%3A1001/');
    expect(swcapi['character']).toMatchObject({ name: vael.handle });
  });

  test.each(['1:999999', '20:501', 'abc', '1001', '1:1001x'])('knows no character %s', async (uid) => {
    const { status, swcapi } = await world.as(vael, `GET character/${uid}`);
    expect(status).toBe(404);
    expect(swcapi).toEqual({ error_code: 404, error_message: expect.any(String) });
  });
});

describe('character.getByHandle', () => {
  test.each([
    ['Vael%20Ondar', { uid: vael.uid, handle: vael.handle }],
    ['vael%20ONDAR', { uid: vael.uid, handle: vael.handle }],
    ['Cass%20O%27Renn/', { uid: '1:1005', handle: "Cass O'Renn" }],
    ['Ys%C3%A9%20*Nova*%20Quar_tz', { uid: '1:1007', handle: 'Ysé *Nova* Quar_tz' }],
  ])('finds %s without a token', async (handle, character) => {
    const { status, swcapi } = await ask(world.service, `GET character/handlecheck/${handle}`);
    expect(status).toBe(200);
    expect(swcapi).toEqual({ character });
  });

  test.each(['Nobody', 'Vael+Ondar', '1:1001', 'Vael', '%2F'])('answers 404 for %s', async (handle) => {
    const { status, swcapi } = await ask(world.service, `GET character/handlecheck/${handle}`);
    expect(status).toBe(404);
    expect(swcapi).toHaveProperty('error_message');
  });
});

describe('character.skills.list', () => {
  test('gives eight categories, each with its skills by type', async () => {
    const { swcapi } = await world.as(vael, `GET character/${vael.uid}/skills`);
    expect(Object.keys(swcapi['skills'] ?? {})).toEqual([
      'general',
      'space',
      'ground',
      'social',
      'science',
      'light',
      'dark',
      'neutral',
    ]);
    expect(swcapi['skills']?.['space']).toEqual([
      {
        attributes: { force: 'false', count: 4 },
        skill: expect.arrayContaining([expect.objectContaining({ attributes: { type: 'Piloting' } })]),
      },
    ]);
    expect(swcapi['skills']?.['ground']?.[0]?.['skill']).toContainEqual(
      expect.objectContaining({ attributes: { type: 'Combat' }, value: expect.any(Number) }),
    );
    expect(swcapi['skills']?.['light']?.[0]).toMatchObject({ attributes: { force: 'true' } });
  });

  test('gives each skill with level and experience, those at zero too', async () => {
    const skillsOf = async (who: typeof vael) => {
      const { swcapi } = await world.as(who, `GET character/${who.uid}/skills`);
      const categories = Object.values(swcapi['skills'] ?? {}) as unknown as { skill: { value: number }[] }[][];
      return categories.flatMap(([category]) => category?.skill ?? []);
    };
    const skills = (await Promise.all(world.service.world.characters().slice(0, 5).map(skillsOf))).flat();
    expect(skills.some(({ value }) => value === 0)).toBe(true);
    for (const skill of skills)
      expect(skill).toEqual({
        attributes: { type: expect.any(String) },
        value: expect.any(Number),
        experience: expect.any(Number),
      });
  });
});

describe('character.permissions.list', () => {
  test('gives all scopes of the token in one entry, in upper case, and when they end', async () => {
    const token = await world.service.grantToken({
      handle: vael.handle,
      scopes: ['CHARACTER_READ', 'CREDITS_WRITE', 'messages_all'],
      expiresInSeconds: 60,
    });
    const { swcapi } = await ask(world.service, `GET character/${vael.uid}/permissions`, { token });
    const attributes = { expires: String(1_771_675_934 + 60) };
    expect(swcapi).toEqual({
      permissions: {
        permission: [{ scopes: { scope: ['CREDITS_WRITE', 'CHARACTER_READ', 'MESSAGES_ALL'] }, attributes }],
      },
    });
  });
});
