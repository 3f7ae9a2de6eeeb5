import { AsyncLocalStorage } from 'node:async_hooks';
import type { Interaction } from 'discord.js';
import { type Logger, traced } from '../../log.ts';
import { acknowledgeSeconds, answerSeconds, type InteractionResult, interactions } from '../../metrics.ts';

type Observation = { kind: string; startedAt: number; result: InteractionResult };

const observations = new AsyncLocalStorage<Observation>();

/** Counts and times an interaction's work. All its log lines name the interaction. */
export async function observe(
  interaction: Interaction,
  isCommand: (name: string) => boolean,
  work: () => Promise<void>,
): Promise<void> {
  const { kind, name } = describe(interaction);
  const observation: Observation = { kind, startedAt: performance.now(), result: 'answered' };
  const fields = { interactionId: interaction.id, interaction: name, userId: interaction.user.id };
  await traced(fields, () => observations.run(observation, work));
  const [, word = ''] = /^\/?([^/]*)/.exec(name) ?? [];
  // A custom id may be an older release's, and every new label would be kept forever.
  const command = isCommand(word) ? word : 'unknown';
  interactions.inc({ kind, result: observation.result });
  answerSeconds.observe({ kind, command }, secondsSince(observation.startedAt));
}

/** Notes the first response to the current interaction. */
export function noteAcknowledged(): void {
  const observation = observations.getStore();
  if (observation) acknowledgeSeconds.observe({ kind: observation.kind }, secondsSince(observation.startedAt));
}

/** Notes the current interaction's result, if it wasn't answered. */
export function noteResult(result: InteractionResult): void {
  const observation = observations.getStore();
  if (observation) observation.result = result;
}

export function noteElsewhere(log: Logger): void {
  noteResult('elsewhere');
  log.debug('another process has this interaction');
}

/** Leaves out the rest of a custom id, which may contain a ticket or a name. */
function describe(interaction: Interaction): { kind: string; name: string } {
  if (interaction.isAutocomplete()) return { kind: 'autocomplete', name: `/${interaction.commandName}` };
  if (interaction.isCommand()) return { kind: 'command', name: `/${interaction.commandName}` };
  const kind = interaction.isModalSubmit() ? 'modal' : 'component';
  return { kind, name: interaction.customId.split('/', 2).join('/') };
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
