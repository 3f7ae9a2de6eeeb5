import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  type APIMessage,
  type APISectionAccessoryComponent,
  type APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
  MessageFlags,
  MessageReferenceType,
  MessageType,
  SeparatorSpacingSize,
} from 'discord-api-types/v10';
import { en } from '../../../src/view/en.ts';
import { pagerRow } from '../../../src/view/pager.ts';
import { ada, answerTo, bot, componentsOf, general, hangar, messageOf, ORDERS, orson, userOf } from './samples.ts';

/** 12:12:14 on 21 February 2026, UTC. */
export const MOMENT_SECONDS = 1_771_675_934;

const text = (content: string) => ({ type: ComponentType.TextDisplay, content }) as const;

const button = (style: number, label: string, more: object = {}) =>
  ({ type: ComponentType.Button, style, label, custom_id: label, ...more }) as APIButtonComponentWithCustomId;

export const row = (
  ...components: APIComponentInMessageActionRow[]
): APIActionRowComponent<APIComponentInMessageActionRow> => ({ type: ComponentType.ActionRow, components });

const select = (name: string, labels: string[], more: Partial<APIStringSelectComponent> = {}) => {
  const options = labels.map((label) => ({ label, value: label.toLowerCase() }));
  return row({ type: ComponentType.StringSelect, custom_id: name, placeholder: name, options, ...more });
};

const inContainer = (component: APIComponentInContainer) =>
  componentsOf([{ type: ComponentType.Container, accent_color: 0x4f8ef7, components: [component] }]);

const section = (accessory: APISectionAccessoryComponent, ...texts: string[]) =>
  componentsOf([{ type: ComponentType.Section, components: texts.map(text), accessory }]);

const gallery = (...items: [url: string, description: string][]) =>
  componentsOf([
    {
      type: ComponentType.MediaGallery,
      items: items.map(([url, description]) => ({ media: { url }, description, spoiler: false })),
    },
  ]);

const replyTo = (referenced_message: APIMessage | null): Partial<APIMessage> => ({
  type: MessageType.Reply,
  message_reference: { type: MessageReferenceType.Default, message_id: '1', channel_id: general.id },
  referenced_message,
});

const toPage = ({ page }: { page: number }, role: string) => `${role} ${page}`;
const toJump = () => 'jump';

/** A message for each kind of content, by its description. */
export function messageKinds(origin: string) {
  const picture = { url: `${origin}/picture.svg` };
  const csv = { url: `${origin}/files/creditlog.csv` };
  const attachment = { id: '910', size: 48_210, url: csv.url, proxy_url: csv.url };
  return {
    container: inContainer(text('In a blue container')),
    sectionWithThumbnail: section(
      { type: ComponentType.Thumbnail, media: picture, description: 'Portrait of Ada' },
      ...['**Ada Venn**', 'Outer Rim Trading'],
    ),
    sectionWithButton: section(button(ButtonStyle.Secondary, 'Refresh'), 'Balance: 1,284,500'),
    formatting: componentsOf([
      text('# Galaxy\n## Sector\n### Planet\n**strong** *slanted* __under__ ~~gone~~ `code`\n-# said quietly'),
      text('- Pilot\n- Trader\n\n> one line\nnot quoted\n```json\n{ "credits": 1284500 }\n```'),
    ]),
    maskedLink: componentsOf([
      text('[The rules](https://game.example/rules "What is allowed") and https://game.example/'),
    ]),
    timestamps: componentsOf([
      text(`<t:${MOMENT_SECONDS}:t> <t:${MOMENT_SECONDS}:D> <t:${MOMENT_SECONDS}:F> <t:${MOMENT_SECONDS}:R>`),
    ]),
    mentions: componentsOf([text(`<@${orson.id}> <#${hangar.id}> </credits transfer:800000000000000001>`)]),
    separators: componentsOf([
      text('above'),
      { type: ComponentType.Separator, divider: true, spacing: SeparatorSpacingSize.Small },
      text('between'),
      { type: ComponentType.Separator, divider: false, spacing: SeparatorSpacingSize.Large },
      text('below'),
    ]),
    onePicture: gallery([picture.url, 'A map']),
    gallery: gallery(...[1, 2, 3, 4].map((number): [string, string] => [picture.url, `Map ${number}`])),
    foreignPicture: gallery(['https://pictures.example/a.png', 'A far picture']),
    file: componentsOf([{ type: ComponentType.File, file: csv, name: 'creditlog.csv', size: 48_210 }]),
    buttons: componentsOf([
      row(
        button(ButtonStyle.Primary, 'Go'),
        button(ButtonStyle.Secondary, 'Wait'),
        button(ButtonStyle.Success, 'Accept'),
        button(ButtonStyle.Danger, 'Refuse'),
        { type: ComponentType.Button, style: ButtonStyle.Link, label: 'Read', url: `${origin}/` },
      ),
      row(
        button(ButtonStyle.Primary, 'Cannot', { disabled: true }),
        button(ButtonStyle.Secondary, 'Warn', { emoji: { name: '⚠' } }),
        button(ButtonStyle.Secondary, '', { custom_id: 'star', emoji: { name: '★' } }),
      ),
    ]),
    pager: inContainer(pagerRow(en, { page: 512, pages: 1024 }, toPage, toJump, {}) ?? text('')),
    selects: componentsOf([
      select('Choose a sector', [], {
        options: [
          { label: 'Core', value: 'core', description: 'The old worlds' },
          { label: 'Outer rim', value: 'rim', emoji: { name: '★' } },
        ],
      }),
    ]),
    selectsWithLimits: componentsOf([
      select('Choose cargo', ['Fuel', 'Ore', 'Food', 'Spice'], { min_values: 2, max_values: 3 }),
      select('Choose an order', [], {
        options: ORDERS.map(({ name, value }) => ({ label: name, value, default: value === 'name' })),
      }),
      select('Closed today', ['None'], { disabled: true }),
    ]),
    attachedPicture: messageOf({
      by: orson,
      content: 'Look at this',
      attachments: [
        { ...attachment, filename: 'map.svg', content_type: 'image/svg+xml', ...picture, description: 'My map' },
      ],
    }),
    attachedFile: messageOf({ by: orson, attachments: [{ ...attachment, filename: 'creditlog.csv' }] }),
    reply: messageOf({
      by: ada,
      content: 'Here it is.',
      ...replyTo(messageOf({ by: orson, content: 'Who has the fuel report?' })),
    }),
    replyToNothing: messageOf({ by: ada, content: 'Never mind.', ...replyTo(null) }),
    edited: messageOf({ by: orson, content: 'Said twice', edited_timestamp: '2026-02-21T12:00:00.000Z' }),
    mentionsMe: messageOf({ by: orson, content: `Are you there, <@${ada.id}>?`, mentions: [userOf(ada)] }),
    answer: messageOf({ content: 'Your balance', ...answerTo(ada, 'credits balance') }),
    ephemeral: messageOf({ content: 'A private word', flags: MessageFlags.Ephemeral, ...answerTo(ada, 'login') }),
    userCommand: messageOf({
      content: 'About Orson',
      ...answerTo(ada, 'Show profile'),
      type: MessageType.ContextMenuCommand,
    }),
    thinking: messageOf({ flags: MessageFlags.Loading, ...answerTo(orson, 'lookup') }),
  } satisfies Record<string, APIMessage>;
}

export type MessageKind = keyof ReturnType<typeof messageKinds>;

/** The bot's name in its messages. */
export const BOT_NAME = bot.displayName;
