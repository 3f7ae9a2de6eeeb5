import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import type { Stage } from '../faults/stage.ts';
import { isAnswered } from './crowd.ts';

/** Max time that a process may work on an interaction. */
const MAX_WORK_MS = 15_000;
/** The time that Discord waits for the first response. */
const MAX_WAIT_MS = 3_000;

/** `failures`: without an answer though no process died with them, or with two answers. */
export function judgeDeliveries({ discord, proxy, bots }: Stage, handles: readonly InteractionHandle[]) {
  const deliveries = new Map(discord.deliveries.map((delivery) => [delivery.interactionId, delivery]));
  const diedWith = (handle: InteractionHandle): boolean => {
    const { startedAt } = handle.record;
    const passed = proxy?.passed.get(deliveries.get(handle.id)?.signature ?? '');
    const kills = bots.flatMap((bot, slot) => bot.kills.map((at) => ({ slot, at })));
    return kills.some(({ slot, at }) => {
      const isOf = passed?.slot === slot && at <= startedAt + MAX_WORK_MS;
      // The proxy sent it on, but the process that died had claimed it.
      const isClaimed = passed?.status === 401 && passed.retries > 0 && at <= startedAt + MAX_WAIT_MS;
      return at >= startedAt && (isOf || isClaimed);
    });
  };
  const answered = handles.filter(isAnswered);
  const unanswered = handles.filter((handle) => !isAnswered(handle));
  const died = unanswered.filter(diedWith);
  const left = unanswered.filter((handle) => !died.includes(handle));
  const doubles = discord.requests.filter(({ answer }) => toCode(answer) === 40060);
  const statuses = [...deliveries.values()].map(({ status }) => status);
  return {
    interactions: handles.length,
    answered: answered.length,
    'died with a process': died.length,
    'in the HTTP response': statuses.filter((status) => status === 200).length,
    'by callback': statuses.filter((status) => status === 202).length,
    'sent on to another process': [...(proxy?.passed.values() ?? [])].filter(({ retries }) => retries > 0).length,
    failures: [
      ...left.map((handle) => {
        const delivery = deliveries.get(handle.id);
        const { slot, status, retries } = proxy?.passed.get(delivery?.signature ?? '') ?? {};
        const { name, state } = handle.record;
        return `unanswered: ${name} ${state}, delivery ${delivery?.status}, process ${slot} said ${status} after ${retries} retries`;
      }),
      ...doubles.map(({ path }) => `answered twice: ${path.slice(0, 40)}`),
    ],
  };
}

function toCode(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : undefined;
}
