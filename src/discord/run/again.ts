import { idsOf, integer, text as words } from '../../view/customId.ts';
import type { KitTexts } from '../../view/en.ts';
import { KIT_TEXTS, nameIn } from '../../view/language.ts';
import { button, buttons, type MessageView, message, text } from '../../view/message.ts';
import { plain } from '../../view/text.ts';
import { type Command, commandsIn } from '../declare/command.ts';
import type { findUnclear } from '../declare/options.ts';

const { on, update } = commandsIn(KIT_TEXTS);

export const AGAIN_ID = 'again';
const ids = idsOf(AGAIN_ID, { amount: { ticket: words, option: words, amount: integer } });

/** What has buttons. */
export type Actionable = Pick<Command, 'name' | 'texts' | 'actions' | 'needsNoStore'> | Command;

/** The buttons that run a command again with what it lacked. No one can run it as a command. */
export const AGAIN: Actionable = {
  // Where others are sent: they can't know whose command it was.
  name: 'help',
  texts: KIT_TEXTS,
  actions: on(ids, {
    amount: update({ run: ({ args, runAgain }) => runAgain(args.ticket, { [args.option]: args.amount }) }),
  }),
};

type Unclear = NonNullable<ReturnType<typeof findUnclear>>;

/** Asks which amount was meant; `ticket` is of the command. */
export function amountView({ amounts, credits }: KitTexts, unclear: Unclear, ticket: string): MessageView {
  const { name, typed, readings } = unclear;
  const shown = readings.map(credits);
  const choices = readings.map((amount) => ids.amount({ ticket, option: name, amount }));
  return message(
    'warning',
    text(amounts.which(plain(typed, 30), shown.reduce(amounts.either))),
    buttons(...choices.map((id, index) => button(shown[index] ?? '', id, { style: 'primary' }))),
  );
}

export function unreadable(texts: KitTexts, { name, typed }: Unclear): string {
  return texts.amounts.unreadable(plain(typed, 30), nameIn(texts, name));
}
