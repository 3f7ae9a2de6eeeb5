import type {
  APIButtonComponent,
  APIComponentInContainer,
  APIMessageTopLevelComponent,
  APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import { ButtonStyle, ComponentType, SeparatorSpacingSize, TextInputStyle } from 'discord-api-types/v10';

/** A Components V2 message without notifications. `showsQuota`: it shows the requests left. */
export type MessageView = {
  components: APIMessageTopLevelComponent[];
  files?: readonly ViewFile[];
  showsQuota?: boolean;
  expiry?: Expiry;
};

/** The end of a confirmation (ms), and its message's view from then on if its ticket is unused. */
export type Expiry = { ticket: string; at: number; isUnused: () => Promise<boolean>; view: MessageView };

/** A file of a message; a component shows it as `attachment://<name>`. */
type ViewFile = { name: string; data: string | Uint8Array; description?: string };
type FilePart = { component: APIComponentInContainer; file: ViewFile };
/** Falsy parts are left out. */
export type Part = APIComponentInContainer | FilePart | undefined | false;

export type ModalView = APIModalInteractionResponseCallbackData;

export const TONES = { neutral: 0x5865f2, good: 0x2f9e63, bad: 0xd1463f, warning: 0xd9912b } as const;
export type Tone = keyof typeof TONES;

export function message(tone: Tone, ...parts: Part[]): MessageView {
  const shown = parts.filter((part) => part !== undefined && part !== false);
  const components = shown.map((part) => ('component' in part ? part.component : part));
  const files = shown.flatMap((part) => ('component' in part ? part.file : []));
  const container = { type: ComponentType.Container, accent_color: TONES[tone], components } as const;
  return { components: [container], ...(files.length > 0 && { files }) };
}

/** Discord markdown. Untrusted text must go through `plain` first. */
export function text(...lines: (string | undefined | false)[]): APIComponentInContainer {
  const content = lines.filter((line) => line !== undefined && line !== false).join('\n');
  return { type: ComponentType.TextDisplay, content };
}

export function divider(): APIComponentInContainer {
  return { type: ComponentType.Separator, divider: true, spacing: SeparatorSpacingSize.Small };
}

/** A row of at most five buttons; undefined if empty. Falsy ones are left out. */
export function buttons(...row: (APIButtonComponent | undefined | false)[]): APIComponentInContainer | undefined {
  const components = row.filter((one) => one !== undefined && one !== false);
  return components.length > 0 ? { type: ComponentType.ActionRow, components } : undefined;
}

const STYLES = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  success: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
} as const;

export type ButtonOptions = { style?: keyof typeof STYLES; isDisabled?: boolean };

export function button(
  label: string,
  customId: string,
  { style = 'secondary', isDisabled = false }: ButtonOptions = {},
): APIButtonComponent {
  const disabled = isDisabled && { disabled: true };
  return { type: ComponentType.Button, style: STYLES[style], label, custom_id: customId, ...disabled };
}

export function linkButton(label: string, url: URL): APIButtonComponent {
  return { type: ComponentType.Button, style: ButtonStyle.Link, label, url: url.href };
}

/** `label` and `description` are plain text of at most 100 characters: use `unformatted`. */
export type Choice = { label: string; value: string; description?: string | undefined; isChosen?: boolean };

const MAX_CHOICES = 25;

/** `min`, `max`: the number of choices. Default: one. */
export type SelectOptions = { placeholder?: string; min?: number; max?: number };

/** A select in its own row; undefined without choices. Discord refuses duplicate values and more
 * than 25 choices, so these are left out. The result comes as `values`. */
export function select(
  customId: string,
  choices: readonly Choice[],
  { placeholder, min = 1, max = 1 }: SelectOptions = {},
): APIComponentInContainer | undefined {
  if (choices.length === 0) return undefined;
  const limits = { min_values: min, max_values: max, ...(placeholder !== undefined && { placeholder }) };
  const unique = [...new Map(choices.map((choice) => [choice.value, choice])).values()].slice(0, MAX_CHOICES);
  const options = unique.map(({ label, value, description, isChosen }) => ({
    ...{ label, value, ...(description && { description }), ...(isChosen && { default: true }) },
  }));
  const component = { type: ComponentType.StringSelect, custom_id: customId, options, ...limits } as const;
  return { type: ComponentType.ActionRow, components: [component] };
}

export function file(name: string, data: ViewFile['data']): FilePart {
  return { component: { type: ComponentType.File, file: { url: `attachment://${name}` } }, file: { name, data } };
}

/** `description`: the alt text, at most 1,024 characters. */
export function picture(name: string, data: ViewFile['data'], description: string): FilePart {
  const item = { media: { url: `attachment://${name}` }, description };
  return { component: { type: ComponentType.MediaGallery, items: [item] }, file: { name, data, description } };
}

export function textWithPicture(
  content: string,
  picture: { url: string; description: string } | undefined,
): APIComponentInContainer {
  if (!picture) return text(content);
  return {
    type: ComponentType.Section,
    components: [{ type: ComponentType.TextDisplay, content }],
    accessory: { type: ComponentType.Thumbnail, media: { url: picture.url }, description: picture.description },
  };
}

/** `value`: the initial text, cut to fit. */
export type TextField = {
  customId: string;
  label: string;
  description?: string;
  isOptional?: boolean;
  minLength: number;
  maxLength: number;
  placeholder?: string;
  value?: string;
  isParagraph?: boolean;
};

export type FileField = { customId: string; label: string; description: string };

export function modal(title: string, customId: string, ...fields: (TextField | FileField)[]): ModalView {
  return {
    title,
    custom_id: customId,
    components: fields.map(({ label, description, ...field }) => ({
      ...{ type: ComponentType.Label, label, ...(description !== undefined && { description }) },
      component: 'minLength' in field ? toInput(field) : toUpload(field),
    })),
  };
}

function toUpload({ customId }: Pick<FileField, 'customId'>) {
  return { type: ComponentType.FileUpload as const, custom_id: customId, required: false };
}

function toInput({ customId, ...field }: Omit<TextField, 'label' | 'description'>) {
  const { minLength, maxLength, placeholder, isParagraph = false, isOptional = false } = field;
  // Leaves out an emoji that would be cut in two.
  const value = field.value?.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
  return {
    ...{ type: ComponentType.TextInput as const, custom_id: customId, required: !isOptional },
    style: isParagraph ? TextInputStyle.Paragraph : TextInputStyle.Short,
    ...{ min_length: minLength, max_length: maxLength },
    ...(placeholder !== undefined && { placeholder }),
    ...(value && { value }),
  };
}
