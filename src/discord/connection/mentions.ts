import type { APIApplicationCommand } from 'discord-api-types/v10';
import type { MessageView } from '../../view/message.ts';

/** Matches `</profile>` and `</credits log>`. Text from outside has its brackets escaped. */
const COMMAND = /<\/([a-z]+(?: [a-z]+){0,2})>/g;

/** Turns command names in messages into clickable mentions once their ids are known. */
export class CommandMentions {
  #ids: ReadonlyMap<string, string> = new Map();

  /** Takes the ids from the commands that Discord has registered. */
  readonly learn = (registered: readonly Pick<APIApplicationCommand, 'name' | 'id'>[]): void => {
    this.#ids = new Map(registered.map(({ name, id }) => [name, id]));
  };

  /** The view with `</profile:id>` for `</profile>`, or `/profile` while the id is unknown. */
  readonly render = (view: MessageView): MessageView => ({ ...view, components: this.#renderAll(view.components) });

  #renderAll<T>(components: readonly T[]): T[] {
    return components.map((component) => {
      const { content, components: inner } = component as { content?: unknown; components?: readonly unknown[] };
      return {
        ...component,
        ...(typeof content === 'string' && { content: content.replaceAll(COMMAND, this.#toMention) }),
        ...(inner && { components: this.#renderAll(inner) }),
      };
    });
  }

  readonly #toMention = (_: string, path: string): string => {
    const id = this.#ids.get(path.split(' ', 1)[0] ?? '');
    return id === undefined ? `/${path}` : `</${path}:${id}>`;
  };
}
