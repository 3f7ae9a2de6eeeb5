/** What a component's custom id says: which command, which action, whose, and what it acts on. */
export type CustomId = {
  command: string;
  action: string;
  /** The Discord user who may use it; undefined for everybody. */
  owner?: string | undefined;
  args: string[];
};

/** Makes the custom id of a component that leads to an action of one command and belongs to one person. */
export type IdFor = (action: string, ...args: (string | number)[]) => string;

const LONGEST = 100;
const EVERYBODY = '-';
const NAME = /^[a-zA-Z0-9]+$/;

/** Writes a custom id: `command/action/owner/arg/…`, at most Discord's 100 characters. Throws a RangeError beyond: put a ticket into the store instead. */
export function formatCustomId({ command, action, owner, args }: CustomId): string {
  const id = [command, action, owner ?? EVERYBODY, ...args.map(encodeURIComponent)].join('/');
  if (id.length > LONGEST) throw new RangeError(`A custom id of ${id.length} characters: ${id}`);
  return id;
}

/** Reads a custom id; undefined when it is not one of ours. */
export function parseCustomId(text: string): CustomId | undefined {
  const [command = '', action = '', owner = '', ...args] = text.split('/');
  if (!NAME.test(command) || !NAME.test(action) || !(owner === EVERYBODY || /^\d+$/.test(owner))) return undefined;
  try {
    return { command, action, owner: owner === EVERYBODY ? undefined : owner, args: args.map(decodeURIComponent) };
  } catch {
    return undefined;
  }
}

/** Custom ids of the command's components that belong to the person. */
export function createIdFor(command: string, owner: string): IdFor {
  return (action, ...args) => formatCustomId({ command, action, owner, args: args.map(String) });
}
