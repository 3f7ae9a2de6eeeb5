import { type APIMessageComponent, ComponentType, SeparatorSpacingSize } from 'discord-api-types/v10';
import { Markdown, toCssColor } from '../text/Markdown.tsx';
import { Spoiler } from '../text/Spoiler.tsx';
import { ComponentButton } from './ComponentButton.tsx';
import { ComponentSelect } from './ComponentSelect.tsx';
import { FileCard, Picture } from './media.tsx';

/** One component of a message with all inside it. `path` is its place in the message (`0.2.1`). */
type Props<Component = APIMessageComponent> = { component: Component; path: string; messageId: string };

export function MessageComponent({ component, path, messageId }: Props) {
  const draw = (inner: APIMessageComponent, index: number | 'accessory') => (
    <MessageComponent component={inner} path={`${path}.${index}`} messageId={messageId} />
  );
  switch (component.type) {
    case ComponentType.ActionRow:
      return <div class="action-row">{component.components.map(draw)}</div>;
    case ComponentType.Button:
      return <ComponentButton component={component} path={path} messageId={messageId} />;
    case ComponentType.StringSelect:
    case ComponentType.UserSelect:
    case ComponentType.RoleSelect:
    case ComponentType.MentionableSelect:
    case ComponentType.ChannelSelect:
      return <ComponentSelect component={component} path={path} messageId={messageId} />;
    case ComponentType.Container: {
      const color = component.accent_color;
      const children = component.components.map(draw);
      return (
        <div class="container" style={typeof color === 'number' ? { '--accent': toCssColor(color) } : {}}>
          {component.spoiler ? <Spoiler label="Spoiler">{children}</Spoiler> : children}
        </div>
      );
    }
    case ComponentType.Section:
      return (
        <div class="section">
          <div>{component.components.map(draw)}</div>
          {draw(component.accessory, 'accessory')}
        </div>
      );
    case ComponentType.TextDisplay:
      return <Markdown source={component.content} />;
    case ComponentType.Separator: {
      const size = component.spacing === SeparatorSpacingSize.Large ? 'separator large' : 'separator';
      return component.divider === false ? <div class={size} /> : <hr class={size} />;
    }
    case ComponentType.MediaGallery: {
      const { items } = component;
      const look = items.length === 1 ? 'inline' : 'gallery';
      return (
        <div class={`gallery count-${items.length}`}>
          {items.map((item) => (
            <Picture {...item} look={look} />
          ))}
        </div>
      );
    }
    case ComponentType.File: {
      const { file, name, size, spoiler } = component;
      return <FileCard url={file.url} name={name ?? 'file'} size={size} spoiler={spoiler} />;
    }
    case ComponentType.Thumbnail:
      return <Picture {...component} look="thumbnail" />;
    default:
      return <p class="note">This kind of component cannot be shown here.</p>;
  }
}
