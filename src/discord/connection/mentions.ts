import type { APIApplicationCommand } from 'discord-api-types/v10';

/** Matches `</profile>` and `</credits log>`. Text from outside has its brackets escaped. */
const COMMAND = /<\/([a-z]+(?: [a-z]+){0,2})>/g;

/** Turns command names in messages into clickable mentions once their ids are known. */
export class CommandMentions {
  #ids: ReadonlyMap<string, string> = new Map();

  readonly setIds = (registered: readonly Pick<APIApplicationCommand, 'name' | 'id'>[]): void => {
    this.#ids = new Map(registered.map(({ name, id }) => [name, id]));
  };

  /** The text with `</profile:id>` for `</profile>`; `/profile` while the id is unknown. */
  readonly render = (content: string): string =>
    content.replaceAll(COMMAND, (_, path: string) => {
      const id = this.#ids.get(path.split(' ', 1)[0] ?? '');
      return id === undefined ? `/${path}` : `</${path}:${id}>`;
    });
}
