import type { MessageComponentInteraction, ModalSubmitInteraction } from 'discord.js';

type Input = MessageComponentInteraction | ModalSubmitInteraction;

/** The values chosen in a select; none for a button. */
export function readSelected(interaction: Input): readonly string[] {
  return interaction.isAnySelectMenu() ? interaction.values : [];
}

/** A modal's inputs by custom id: texts in `fields`, selected values in `choices`. */
export function readModal(interaction: Input): {
  fields: Record<string, string>;
  choices: Record<string, readonly string[]>;
} {
  const fields: Record<string, string> = {};
  const choices: Record<string, readonly string[]> = {};
  if (!interaction.isModalSubmit()) return { fields, choices };
  for (const [customId, field] of interaction.fields.fields) {
    if ('value' in field && typeof field.value === 'string') fields[customId] = field.value;
    if ('values' in field) choices[customId] = [...field.values];
  }
  return { fields, choices };
}
