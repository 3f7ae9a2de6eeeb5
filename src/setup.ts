import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type APIApplication, Routes } from 'discord.js';
import { CALLBACK_PATH } from './account/login.ts';
import { problemOf, readDiscordConfig } from './config.ts';
import { createRest, toDiscordUnavailable } from './discord/connection/rest.ts';
import { runProgram } from './program.ts';
import { createPrompt } from './setup/prompt.ts';

type Setting = Parameters<typeof problemOf>[0];
type Settings = Partial<Record<Setting | 'REDIS_PASSWORD', string>>;

/** `npm run setup`: asks for the settings, writes `.env`, and sets the installation in Discord. */
async function main(): Promise<void> {
  const isThere = existsSync('.env');
  const text = readFileSync(isThere ? '.env' : '.env.example', 'utf8');
  const settings: Settings = parseEnv(text);
  const prompt = createPrompt();
  const choose = (text: string, now = 'no', words = ['yes', 'no']): Promise<string> =>
    prompt(`${text} (${words.join(', ')})`, now, false, (word) => (words.includes(word) ? undefined : 'Choose one.'));
  const ask = async (name: Setting, question: string, isSecret = false): Promise<void> => {
    settings[name] = await prompt(question, settings[name] ?? '', isSecret, (value) => {
      // However they are quoted, Node and Docker Compose read them differently.
      if (/['\\\p{Cc}]/u.test(value)) return `${name} must have no apostrophe, backslash or control character.`;
      return name === 'REDIS_URL' && !value ? `${name} is missing.` : problemOf(name, value);
    });
  };

  if (isThere && (await choose('Change the .env in this folder? Its other settings stay')) === 'no') process.exit();
  await ask('DISCORD_TOKEN', "The bot's token, from the developer portal → Bot", true);
  const rest = createRest(readDiscordConfig({ ...settings, ...process.env, DISCORD_TOKEN: settings.DISCORD_TOKEN }));
  const application = (await rest.get(Routes.currentApplication()).catch((error) => {
    throw toDiscordUnavailable(error, rest.options.api);
  })) as APIApplication;
  await ask('OAUTH_CLIENT_ID', 'The client id that the game gave you');
  await ask('OAUTH_CLIENT_SECRET', 'The client secret that the game gave you', true);
  await ask('PUBLIC_URL', 'The address at which browsers reach the login pages');
  const at = (path: string): string => new URL(path, settings.PUBLIC_URL).href;
  const storeNow = settings.REDIS_URL ? 'redis' : settings.REDIS_PASSWORD ? 'compose' : 'sqlite';
  const store = await choose('The store', storeNow, ['sqlite', 'redis', 'compose']);
  if (store === 'sqlite') await ask('DATABASE_FILE', 'The SQLite file');
  if (store === 'redis') await ask('REDIS_URL', 'The address of Redis, such as redis://:password@host:6379', true);
  else settings.REDIS_URL = '';
  await ask('OPERATOR_CONTACT', 'Your name and address, for /terms and /privacy (- for none)');
  await ask('DISCORD_GUILD_ID', 'The id of a test server, which alone gets the commands (- for everywhere)');
  const transportNow = settings.DISCORD_PUBLIC_KEY && !settings.DISCORD_GATEWAY ? 'http' : 'gateway';
  const transport = await choose(`Interactions, http to ${at('interactions')}`, transportNow, ['gateway', 'http']);
  const adders = 'servers (scopes bot and applications.commands) and users (applications.commands)';
  const isInstallable = await choose(`Set in Discord that ${adders} can add ${application.name}`, 'yes');

  settings.TOKEN_KEY ||= randomBytes(32).toString('base64');
  if (store === 'compose') settings.REDIS_PASSWORD ||= randomBytes(32).toString('hex');
  Object.assign(settings, { DISCORD_APPLICATION_ID: application.id, DISCORD_PUBLIC_KEY: application.verify_key });
  settings.DISCORD_GATEWAY = transport === 'gateway' ? 'on' : '';
  const written = `.env.${process.pid}`;
  writeFileSync(written, withSettings(text, settings), { mode: 0o600, flag: 'wx' });
  // Root may change the file of the service's user.
  if (isThere) chownSync(written, statSync('.env').uid, -1);
  renameSync(written, '.env');
  const { permissions = '0' } = application.integration_types_config?.[0]?.oauth2_install_params ?? {};
  const toContext = (...scopes: string[]) => ({ oauth2_install_params: { scopes, permissions } });
  const types = { 0: toContext('bot', 'applications.commands'), 1: toContext('applications.commands') };
  if (isInstallable === 'yes')
    await rest.patch(Routes.currentApplication(), { body: { integration_types_config: types } });
  console.log(`
.env is written, and only its owner can read it. What only a browser can do:
  in the game's portal, enter ${at(CALLBACK_PATH)} as the redirect address
  in Discord's portal, under General Information, enter ${at('terms')} and ${at('privacy')}
  add the bot: https://discord.com/oauth2/authorize?client_id=${application.id}
`);
  if (store === 'compose') process.exit();
  await import('./doctor.ts');
}

/** The text of `.env` with these settings, each in its line. Comments and other settings stay. */
function withSettings(text: string, settings: Settings): string {
  const before = parseEnv(text);
  const changed = Object.entries(settings).filter(([name, value]) => value !== (before[name] ?? ''));
  return changed.reduce((result, [name, value]) => {
    const line = /^[\w.:/@+=,-]*$/.test(value) ? `${name}=${value}` : `${name}='${value}'`;
    const place = RegExp(`^ *(export |# )?${name} *=.*$`, 'gm');
    return place.test(result) ? result.replace(place, () => line) : `${result.trimEnd()}\n${line}\n`;
  }, text);
}

runProgram(main);
