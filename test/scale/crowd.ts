import { setTimeout as sleep } from 'node:timers/promises';
import { InteractionType, MessageFlags } from 'discord-api-types/v10';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import type { Stage } from '../faults/stage.ts';

/** Reads at a steady rate, whatever the results: commands with and without the game. */
export function createCrowd({ players }: Stage, perSecond: number) {
  const handles: InteractionHandle[] = [];
  let isOver = false;
  const people = players.map(({ person }) => person);
  const kinds = ['help', 'galaxy systems', 'profile', 'credits balance'];
  const play = async (): Promise<void> => {
    const startedAt = performance.now();
    for (let turn = 0; !isOver; turn += 1) {
      const person = people[turn % people.length];
      const kind = kinds[turn % kinds.length];
      if (person && kind) handles.push(person.run(kind));
      await sleep(Math.max(1, startedAt + ((turn + 1) * 1_000) / perSecond - performance.now()));
    }
  };
  const playing = play();
  return {
    handles,
    async stop(): Promise<void> {
      isOver = true;
      await playing;
    },
  };
}

/** True if the person has the response itself, not only a deferral. */
export function isAnswered({ record }: InteractionHandle): boolean {
  if (record.state !== 'acknowledged') return false;
  if (record.type === InteractionType.ApplicationCommandAutocomplete || record.original === null) return true;
  return ((record.original.message.flags ?? 0) & MessageFlags.Loading) === 0;
}
