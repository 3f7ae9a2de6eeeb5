import { type APIMessageComponent, ComponentType, SeparatorSpacingSize } from 'discord-api-types/v10';
import { Markdown, toCssColor } from '../text/Markdown.tsx';
import { ComponentButton } from './ComponentButton.tsx';
import { ComponentSelect } from './ComponentSelect.tsx';
import { FileCard, Picture } from './media.tsx';
import { Note } from './Note.tsx';

export function MessageComponent({ component, messageId }: { component: APIMessageComponent; messageId: string }) {
  const draw = (inner: APIMessageComponent) => <MessageComponent component={inner} messageId={messageId} />;
  switch (component.type) {
    case ComponentType.ActionRow:
      return <div class="action-row">{component.components.map(draw)}</div>;
    case ComponentType.Button:
      return <ComponentButton component={component} messageId={messageId} />;
    case ComponentType.StringSelect:
      return <ComponentSelect component={component} messageId={messageId} />;
    case ComponentType.Container: {
      const { accent_color: color, components } = component;
      return (
        <div class="card" style={typeof color === 'number' ? { '--accent': toCssColor(color) } : {}}>
          {components.map(draw)}
        </div>
      );
    }
    case ComponentType.Section:
      return (
        <div class="section">
          <div>{component.components.map(draw)}</div>
          {draw(component.accessory)}
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
      const pictures = items.map((item) => <Picture {...item} {...(items.length > 1 && { look: 'tile' })} />);
      return <div class="gallery">{pictures}</div>;
    }
    case ComponentType.File: {
      const { file, name = 'file', size } = component;
      return <FileCard url={file.url} name={name} size={size} />;
    }
    case ComponentType.Thumbnail:
      return <Picture {...component} look="thumbnail" />;
    default:
      return <Note>This component can't be shown here.</Note>;
  }
}
