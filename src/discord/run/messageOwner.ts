import { MessageFlags, MessageFlagsBitField, type ModalSubmitInteraction } from 'discord.js';
import { parseCustomId } from '../../view/customId.ts';

/** discord.js leaves a message as it came if it doesn't know the channel. */
type Source = ModalSubmitInteraction['message'];

/** Whether others see the message that a component or a modal belongs to. */
export function isPublic(message: Source): boolean {
  return message !== null && !new MessageFlagsBitField(message.flags).has(MessageFlags.Ephemeral);
}

/** Whether what this person entered in a modal may change the message that the modal was opened
 * from: others may open it from a public message too. */
export function mayChange(userId: string, message: Source): boolean {
  if (message === null || !isPublic(message)) return message !== null;
  // All of its components have the same owner.
  const [, customId = ''] = /"custom_id":"([^"]+)"/.exec(JSON.stringify(message.components)) ?? [];
  return parseCustomId(customId)?.owner === userId;
}
