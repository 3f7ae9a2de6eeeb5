import { createDiscord } from '../discord/discord.ts';
import { readPorts } from '../discord/ports.ts';
import { createPage } from './page.ts';

// `npm run discord`: Discord alone, for a bot in a process of its own (README.md).
const discord = await createDiscord({ ports: readPorts(process.env), page: createPage() });
// As the developer portal creates an application.
const context = { oauth2_install_params: { scopes: ['applications.commands'], permissions: '0' } };
discord.application['integration_types_config'] = { 0: context, 1: context };
console.log(`A small Discord is running, without a bot. Nothing leaves this machine, and nothing is saved.

  Open  ${discord.url}

A bot's .env needs:

DISCORD_API_URL=${discord.apiUrl}
DISCORD_CDN_URL=${discord.cdnUrl}
DISCORD_TOKEN=${discord.botToken}
`);
