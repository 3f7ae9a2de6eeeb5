import { Hono } from 'hono';
import type { FileStore } from '../files.ts';
import type { World } from '../world.ts';
import { drawAvatar, drawInitial } from './avatarPicture.ts';

/** The CDN: attachments as they were uploaded, and a drawn picture for every account. */
export function cdnRoutes(world: World, files: FileStore): Hono {
  const svg = { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=3600' };
  return new Hono()
    .get('/attachments/:channel/:id/:filename', (context) => {
      const file = files.get(context.req.param('id'));
      if (!file) return context.text('Not Found', 404);
      // Nothing uploaded may run as a page of this address: only pictures are shown in place.
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
      return context.body(drawAvatar(account.user), 200, svg);
    })
    .get('/embed/avatars/:index', (context) =>
      context.body(drawInitial(Number.parseInt(context.req.param('index'), 10) || 0, '?'), 200, svg),
    );
}
