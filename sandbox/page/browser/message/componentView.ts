import {
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type APIContainerComponent,
  type APIMessageComponent,
  type APISectionComponent,
  ComponentType,
  SeparatorSpacingSize,
} from 'discord-api-types/v10';
import { h } from '../dom/h.ts';
import { markdownView, spoilerView, toCssColor } from '../text/markdownView.ts';
import { buttonView } from './buttonView.ts';
import { fileView, galleryView, pictureView } from './mediaView.ts';
import type { MessageScope } from './messageScope.ts';
import { messageSelectView } from './messageSelectView.ts';

/**
 * One component of a message, with all inside it. `path` tells its place in the message (`0.2.1`): it finds the same
 * component again after the message changed, even if the custom ids changed with it.
 */
export function componentView(component: APIMessageComponent, path: string, scope: MessageScope): HTMLElement {
  switch (component.type) {
    case ComponentType.ActionRow:
      return actionRowView(component, path, scope);
    case ComponentType.Button:
      return buttonView(component, path, scope);
    case ComponentType.StringSelect:
    case ComponentType.UserSelect:
    case ComponentType.RoleSelect:
    case ComponentType.MentionableSelect:
    case ComponentType.ChannelSelect:
      return messageSelectView(component, path, scope);
    case ComponentType.Container:
      return containerView(component, path, scope);
    case ComponentType.Section:
      return sectionView(component, path, scope);
    case ComponentType.TextDisplay:
      return markdownView(component.content, scope.context);
    case ComponentType.Separator:
      return h('div', {
        class: `separator ${component.spacing === SeparatorSpacingSize.Large ? 'large' : 'small'}`,
        ...(component.divider === false ? { 'aria-hidden': 'true' } : { role: 'separator' }),
      });
    case ComponentType.MediaGallery:
      return galleryView(component.items);
    case ComponentType.File:
      return fileView({
        url: component.file.url,
        name: component.name ?? nameFromUrl(component.file.url),
        size: component.size,
        spoiler: component.spoiler ?? false,
      });
    case ComponentType.Thumbnail:
      return pictureView(component, 'thumbnail');
    default:
      return h('div', { class: 'unknown-component' }, 'This kind of component cannot be shown here.');
  }
}

function actionRowView(
  row: APIActionRowComponent<APIComponentInMessageActionRow>,
  path: string,
  scope: MessageScope,
): HTMLElement {
  return h(
    'div',
    { class: 'action-row' },
    row.components.map((component, index) => componentView(component, `${path}.${index}`, scope)),
  );
}

function containerView(container: APIContainerComponent, path: string, scope: MessageScope): HTMLElement {
  const children = container.components.map((component, index) => componentView(component, `${path}.${index}`, scope));
  const element = h('div', { class: 'container' }, container.spoiler ? spoilerView(children, true) : children);
  if (typeof container.accent_color === 'number') {
    element.classList.add('accented');
    element.style.setProperty('--container-accent', toCssColor(container.accent_color));
  }
  return element;
}

function sectionView(section: APISectionComponent, path: string, scope: MessageScope): HTMLElement {
  return h(
    'div',
    { class: 'section' },
    h(
      'div',
      { class: 'section-text' },
      section.components.map((component, index) => componentView(component, `${path}.${index}`, scope)),
    ),
    h('div', { class: 'section-accessory' }, componentView(section.accessory, `${path}.accessory`, scope)),
  );
}

function nameFromUrl(url: string): string {
  return decodeURIComponent(URL.parse(url)?.pathname.split('/').at(-1) ?? 'file');
}
