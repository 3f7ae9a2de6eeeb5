import type { APIMessage } from 'discord-api-types/v10';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { labelsOf, textOf } from './messages.ts';

export const TYPE = 'Type the amount to confirm';
const REPORT = /^## (All done|Partly done|Nothing was done|Alles erledigt|Teilweise erledigt)/;
/** What someone does who pays lists. */
export function toPayer(payer: () => Person) {
  const seen = new Set<string>();
  const open = (command = 'credits pay', options = {}) => payer().run(command, options).modal();
  const submit = async (list: string, files: string[] = []): Promise<InteractionHandle> =>
    payer().submit(await open(), { list, file: files });
  const type = async (preview: APIMessage, typed: string): Promise<InteractionHandle> =>
    payer().submit(
      await payer()
        .press(preview, labelsOf(preview)[0] ?? '')
        .modal(),
      { typed },
    );
  /** Waits for a report in a new message, sent after this one. */
  const report = async (after = '0'): Promise<APIMessage> => {
    const isNew = ({ id }: APIMessage) => !seen.has(id) && BigInt(id) > BigInt(after);
    const found = await payer().waitForMessage((one) => isNew(one) && REPORT.test(textOf(one)));
    seen.add(found.id);
    return found;
  };
  return {
    open,
    submit,
    type,
    preview: async (list: string, files?: string[]) => (await submit(list, files)).response(),
    upload: (data: string | Uint8Array, filename = 'list.txt') =>
      payer().upload({ filename, contentType: 'text/plain', data: Buffer.from(data) }),
    async pay(preview: APIMessage, typed: string): Promise<APIMessage> {
      return await report((await (await type(preview, typed)).response()).id);
    },
    report,
  };
}
