import type { GivenFile } from '../../../src/discord/declare/command.ts';
import type { HandlerContext, Needs } from '../../../src/discord/declare/context.ts';
import { decodeText } from '../../../src/view/decodeText.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { plain } from '../../../src/view/text.ts';
import type { CreditsTexts } from '../en.ts';

type Context = Pick<HandlerContext<Needs>, 'services' | 'deadline'> & { texts: CreditsTexts };

const MAX_BYTES = 256 * 1024;

/** The list that someone pasted or attached. Throws a {@link UserError}. */
export async function readGiven(context: Context, typed: string, files: readonly GivenFile[]): Promise<string> {
  const { texts, services, deadline } = context;
  const [file, another] = files;
  if (!file && typed.trim() === '') throw new UserError(texts.pay.empty);
  if (!file) return typed;
  if (another || typed.trim() !== '') throw new UserError(texts.pay.both);
  const name = plain(file.name, 60);
  const bytes = await services.readFile(file, MAX_BYTES, deadline.signal);
  if (bytes === 'tooLarge') throw new UserError(texts.pay.tooLarge(name));
  if (bytes === 'unavailable') throw new UserError(texts.pay.notFetched(name));
  const text = decodeText(bytes);
  if (text === undefined) throw new UserError(texts.pay.notText(name));
  return text;
}
