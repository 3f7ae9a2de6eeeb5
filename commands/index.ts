import type { Command } from '../src/discord/command.ts';
import { account } from './account.ts';
import { credits } from './credits.ts';
import { galaxy } from './galaxy.ts';
import { gameProfile } from './gameProfile.ts';
import { createHelp } from './help.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { lookup } from './lookup.ts';
import { msg } from './msg.ts';
import { permissions } from './permissions.ts';
import { privileges } from './privileges.ts';
import { profile } from './profile.ts';
import { sendGameMessage } from './sendGameMessage.ts';
import { server } from './server.ts';
import { skills } from './skills.ts';

/** All commands: routing, registration and /help read this list. */
export const commands: readonly Command[] = [
  login,
  logout,
  account,
  profile,
  msg,
  credits,
  lookup,
  galaxy,
  privileges,
  skills,
  permissions,
  server,
  gameProfile,
  sendGameMessage,
  createHelp(() => commands),
];
