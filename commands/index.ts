import type { Command } from '../src/discord/declare/command.ts';
import { account } from './account/account.ts';
import { credits, sendCredits } from './credits/credits.ts';
import { payFromMessage } from './credits/pay/pay.ts';
import { galaxy } from './galaxy/galaxy.ts';
import { createHelp } from './help/help.ts';
import { login } from './login/login.ts';
import { logout } from './logout/logout.ts';
import { lookup } from './lookup/lookup.ts';
import { msg, sendGameMessage } from './msg/msg.ts';
import { permissions } from './permissions/permissions.ts';
import { memberPrivileges, privileges } from './privileges/privileges.ts';
import { gameProfile, profile } from './profile/profile.ts';
import { rank } from './roster/rank.ts';
import { roster } from './roster/roster.ts';
import { server } from './server/server.ts';
import { skills } from './skills/skills.ts';

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
  roster,
  rank,
  skills,
  permissions,
  server,
  gameProfile,
  sendGameMessage,
  sendCredits,
  memberPrivileges,
  payFromMessage,
  createHelp(() => commands),
];
