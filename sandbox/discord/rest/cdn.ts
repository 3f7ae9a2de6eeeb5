import type { APIUser } from 'discord-api-types/v10';
import { Hono } from 'hono';
import type { FileStore } from '../files.ts';
import type { World } from '../world.ts';

/** The CDN: attachments as they were uploaded, and a drawn picture for every account. */
export function cdnRoutes(world: World, files: FileStore): Hono {
  return new Hono()
    .get('/attachments/:channel/:id/:filename', (context) => {
      const file = files.get(context.req.param('id'));
      if (!file) return context.text('Not Found', 404);
      // No upload may run as a page of this address: only pictures are shown inline.
      const { content_type: type = '', filename } = file.attachment;
      const isPicture = /^image\/(png|jpeg|gif|webp)$/.test(type);
      return new Response(new Uint8Array(file.data), {
        headers: {
          'content-type': isPicture ? type : 'application/octet-stream',
          'content-disposition': `${isPicture ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(filename)}`,
          'x-content-type-options': 'nosniff',
        },
      });
    })
    .get('/avatars/:user/:hash', (context) => {
      const account = world.accounts.get(context.req.param('user'));
      if (!account) return context.text('Not Found', 404);
      return context.body(drawAvatar(account.user), 200, {
        'content-type': 'image/svg+xml',
        'cache-control': 'max-age=3600',
      });
    });
}

/** Discord's colors of default avatars, dark enough for white letters. */
const COLORS = ['#5058d8', '#6b7280', '#2d8a56', '#b9651b', '#d0393f', '#c83c86'];

const ANTENNA =
  '<path d="M30 70a34 34 0 0 1 68 0M47 70a17 17 0 0 1 34 0" fill="none" stroke="#8ea2ff" stroke-width="9" stroke-linecap="round"/><circle cx="64" cy="72" r="9" fill="#fff"/><path d="M64 80v18" stroke="#fff" stroke-width="9" stroke-linecap="round"/>';

/** SVG: an initial on the color of the account ("CDN Endpoints"), or the bot's antenna. */
function drawAvatar({ id, bot, global_name, username }: APIUser): string {
  const color = bot ? '#1d2340' : COLORS[Number((BigInt(id) >> 22n) % 6n)];
  const initial = [...(global_name ?? username)][0]?.toUpperCase().replace(/[<&>"]/g, '') ?? '?';
  const letter = `<text x="64" y="66" dominant-baseline="central" text-anchor="middle" font-family="system-ui,sans-serif" font-size="60" font-weight="600" fill="#fff">${initial}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><rect width="128" height="128" fill="${color}"/>${bot ? ANTENNA : letter}</svg>`;
}
