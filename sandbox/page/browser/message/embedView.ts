import type { APIEmbed } from 'discord-api-types/v10';
import type { Context } from '../context.ts';
import { h } from '../dom/h.ts';
import { markdownView, toCssColor } from '../text/markdownView.ts';
import { timestampElement } from '../text/timestampView.ts';
import { toWebAddress } from '../text/webAddress.ts';
import { pictureView } from './mediaView.ts';

/** A classic embed. */
export function embedView(embed: APIEmbed, context: Context): HTMLElement {
  const href = embed.url === undefined ? undefined : toWebAddress(embed.url);
  const title = embed.title === undefined ? undefined : markdownView(embed.title, context);
  const element = h(
    'article',
    { class: 'embed' },
    h(
      'div',
      { class: 'embed-body' },
      embed.author && h('div', { class: 'embed-author' }, embed.author.name),
      title &&
        h(
          'div',
          { class: 'embed-title' },
          href === undefined ? title : h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, title),
        ),
      embed.description && markdownView(embed.description, context),
      embed.fields &&
        h(
          'div',
          { class: 'embed-fields' },
          embed.fields.map(({ name, value, inline }) =>
            h(
              'div',
              { class: inline ? 'embed-field inline' : 'embed-field' },
              h('div', { class: 'embed-field-name' }, markdownView(name, context)),
              markdownView(value, context),
            ),
          ),
        ),
      embed.image && pictureView({ media: embed.image, description: embed.title ?? null }, 'inline'),
      (embed.footer || embed.timestamp) &&
        h(
          'div',
          { class: 'embed-footer' },
          embed.footer?.text,
          embed.footer && embed.timestamp && ' • ',
          embed.timestamp && timestampElement(Date.parse(embed.timestamp), 's', context.store.state.welcome?.locale),
        ),
    ),
    embed.thumbnail && pictureView({ media: embed.thumbnail }, 'thumbnail'),
  );
  if (embed.color !== undefined) element.style.setProperty('--container-accent', toCssColor(embed.color));
  return element;
}
