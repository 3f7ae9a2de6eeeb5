import { idsOf, integer, text as words } from '../../view/customId.ts';
import type { KitTexts } from '../../view/en.ts';
import { AsksFirst, type Explanation, isMistake } from '../../view/errorView.ts';
import { KIT_TEXTS, nameIn } from '../../view/language.ts';
import { button, buttons, file, type MessageView, type ModalView, message, modal, text } from '../../view/message.ts';
import { excerpt, plain } from '../../view/text.ts';
import { type ActionContext, commandsIn } from '../declare/command.ts';
import type { Run } from '../declare/context.ts';
import { isTyped, type Options, sortOptions, type Unclear } from '../declare/options.ts';
import { STEP_IDS } from '../declare/steps.ts';
import type { CommandFailed } from './attempt.ts';

const { group, on, reply, update, modal: opening } = commandsIn(KIT_TEXTS);

/** Discord's limits: the length of a text input, and the inputs of a modal. */
const MAX_FIELD_LENGTH = 4_000;
const MAX_FIELDS = 5;
/** Options that may be longer get a larger input. */
const MAX_LINE_LENGTH = 100;
const MAX_EXCERPT = 1_000;
const FILE = 'typed.txt';

type Submission = ActionContext<KitTexts, undefined, { ticket: string }>;
const TICKET = { ticket: words };
const ids = idsOf('again', {
  amount: { ...TICKET, option: words, amount: integer },
  correct: TICKET,
  goOn: TICKET,
  submit: TICKET,
  begin: TICKET,
});

const submit = ({ args, fields, runAgain }: Submission) => runAgain(args.ticket, fields);

/** Buttons that run a command again with the missing input. Not a command itself. */
export const AGAIN = group({
  name: 'again',
  description: () => '',
  subcommands: {},
  actions: {
    ...on(STEP_IDS, {
      read: reply({ run: ({ args, runCommand }) => runCommand(args.path.split(' '), {}) }),
      fill: opening({ run: ({ args, formFor }) => formFor({ path: args.path.split(' '), values: {} }) }),
    }),
    ...on(ids, {
      amount: update({ run: ({ args, runAgain }) => runAgain(args.ticket, { [args.option]: args.amount }) }),
      goOn: update({ run: ({ args, runAgain }) => runAgain(args.ticket) }),
      correct: opening({ run: ({ args, formOf }) => formOf(args.ticket) }),
      submit: update({ run: submit }),
      // Keeps the message.
      begin: reply({ run: submit }),
    }),
  },
});

/** The command's text inputs, filled in; `ticket` is the command's. */
export function correctionModal(texts: KitTexts, options: Options = {}, run: Run, ticket: string): ModalView {
  const inputs = sortOptions(options).filter(([, option]) => isTyped(option));
  const fields = inputs.slice(0, MAX_FIELDS).map(([name, option]) => {
    const maxLength = option.kind === 'text' ? (option.maxLength ?? MAX_FIELD_LENGTH) : MAX_FIELD_LENGTH;
    const label = nameIn(texts, name);
    return {
      customId: name,
      label: label.charAt(0).toUpperCase() + label.slice(1),
      description: option.description(texts),
      value: run.shown?.option === name ? run.shown.text : String(run.values[name] ?? ''),
      minLength: option.required ? 1 : 0,
      maxLength: Math.min(maxLength, MAX_FIELD_LENGTH),
      isOptional: !option.required,
      isParagraph: option.kind === 'text' && maxLength > MAX_LINE_LENGTH,
    };
  });
  const title = `/${run.path.map((name) => nameIn(texts, name)).join(' ')}`;
  const isNew = Object.keys(run.values).length === 0;
  return modal(title, (isNew ? ids.begin : ids.submit)({ ticket }), ...fields);
}

export const hasForm = ({ run, typed }: CommandFailed): boolean => typed.texts.length > 0 && !run?.press;

/** An error with a button to try again, after a form with the typed text if there is one. Text that
 * is too long for a form is a file. Without a ticket, it only shows the typed text. */
export function errorView(
  texts: KitTexts,
  { sentence, tone }: Explanation,
  failed: CommandFailed,
  ticket: string | undefined,
): MessageView {
  const { again } = texts;
  const { cause, typed } = failed;
  const correct = !isMistake(cause) ? again.tryAgain : typed.isSent ? again.correctAndSend : again.correct;
  const [label, toId] =
    cause instanceof AsksFirst ? [again.proceed, ids.goOn] : [correct, hasForm(failed) ? ids.correct : ids.goOn];
  const kept = ticket === undefined ? typed.texts : typed.texts.filter(({ length }) => length > MAX_FIELD_LENGTH);
  const whole = kept.join('\n\n');
  const { shown, isWhole } = excerpt(whole, MAX_EXCERPT);
  return message(
    tone,
    text(sentence, !isWhole && `-# ${again.inFile(MAX_FIELD_LENGTH)}`),
    isWhole ? shown !== '' && text(shown) : file(FILE, whole),
    ticket !== undefined && buttons(button(label, toId({ ticket }), { style: 'primary' })),
  );
}

/** Asks which amount was meant; `ticket` is the command's. */
export function amountView({ amounts, credits }: KitTexts, unclear: Unclear, ticket: string): MessageView {
  const { name, typed, readings } = unclear;
  const choices = readings.map((amount) => {
    const id = ids.amount({ ticket, option: name, amount });
    return button(credits(amount), id, { style: 'primary' });
  });
  return message(
    'warning',
    text(amounts.which(plain(typed, 30), readings.map(credits).reduce(amounts.either))),
    buttons(...choices, button(amounts.another, ids.correct({ ticket }))),
  );
}

export function unreadable(texts: KitTexts, { name, typed }: Unclear): string {
  return texts.amounts.unreadable(plain(typed, 30), nameIn(texts, name));
}
