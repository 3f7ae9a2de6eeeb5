import type { GivenFile } from '../../../src/discord/declare/command.ts';
import type { HandlerContext, Needs } from '../../../src/discord/declare/context.ts';
import { decodeText } from '../../../src/view/decodeText.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { plain } from '../../../src/view/text.ts';
import type { CreditsTexts } from '../en.ts';

type Context = Pick<HandlerContext<Needs>, 'services' | 'deadline'> & { texts: CreditsTexts };

const MAX_BYTES = 256 * 1024;

/** The list that someone pasted or attached. Throws a {@link UserError}. */
export async function readGiven(
  { texts: { pay }, services, deadline }: Context,
  typed = '',
  [file, another]: readonly GivenFile[] = [],
): Promise<string> {
  if (!file && typed.trim() === '') throw new UserError(pay.empty);
  if (!file) return typed;
  if (another || typed.trim() !== '') throw new UserError(pay.both);
  const bytes = await services.readFile(file, MAX_BYTES, deadline.signal);
  const text = typeof bytes === 'string' ? undefined : decodeText(bytes);
  if (text === undefined) throw new UserError(pay[typeof bytes === 'string' ? bytes : 'notText'](plain(file.name, 60)));
  return text;
}
