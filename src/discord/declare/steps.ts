import { idsOf, oneOf } from '../../view/customId.ts';
import type { KitTexts } from '../../view/en.ts';
import { button } from '../../view/message.ts';

const READS = [
  ...(['profile', 'skills', 'credits balance', 'credits log', 'credits report'] as const),
  ...(['galaxy near', 'galaxy bookmarks', 'galaxy map'] as const),
];
/** These need options. */
const FORMS = ['credits transfer'] as const;
type Step = keyof KitTexts['steps'];

export const STEP_IDS = idsOf('again', { read: { path: oneOf(...READS) }, fill: { path: oneOf(...FORMS) } });

/** A button for a likely next step: it runs a command privately, or opens its form. */
export function stepButton({ steps }: KitTexts, path: Step) {
  return button(steps[path], path === 'credits transfer' ? STEP_IDS.fill({ path }) : STEP_IDS.read({ path }));
}
