import { type APIMessage, InteractionType } from 'discord-api-types/v10';
import type { StoredMessage } from '../messages.ts';
import type { Services } from '../rest/route.ts';
import type { ComponentNode } from '../validation/components.ts';
import type { Account, Channel } from '../world.ts';
import { checkSelection, findComponent, labelOf } from './componentInput.ts';
import type { InteractionHandle, OpenModal } from './interactionHandle.ts';
import { fillModal } from './modalInput.ts';
import type { ModalValue } from './pageProtocol.ts';
import type { PersonInteractions, PersonSeed } from './personInteractions.ts';
import type { PersonView } from './personView.ts';
import { Refusal } from './refusal.ts';
import { createResolver, type Resolver } from './resolved.ts';

/** Which message is meant. */
export type MessageRef = Pick<APIMessage, 'id' | 'channel_id'>;

/** What a person does with what the bot shows: press, choose, and fill in a modal. */
export class PersonComponents {
  readonly #account: Account;
  readonly #view: PersonView;
  readonly #services: Services;
  readonly #interactions: PersonInteractions;

  constructor(account: Account, view: PersonView, services: Services, interactions: PersonInteractions) {
    this.#account = account;
    this.#view = view;
    this.#services = services;
    this.#interactions = interactions;
  }

  /** Presses a button by custom id or label, in the message as it is now. */
  press(message: MessageRef, customIdOrLabel: string): InteractionHandle {
    const stored = this.#view.message(message.channel_id, message.id);
    const button = findComponent(stored.message, customIdOrLabel, 'button');
    const { type, id, custom_id } = button;
    return this.#use(stored, button, { component_type: type, id, custom_id });
  }

  /** Chooses in a select. */
  select(message: MessageRef, customId: string, values: readonly string[]): InteractionHandle {
    const stored = this.#view.message(message.channel_id, message.id);
    const select = findComponent(stored.message, customId, 'select');
    const { type, id, custom_id } = select;
    const resolver = this.#resolver(stored.channel);
    checkSelection(select, values, resolver);
    const { resolved } = resolver;
    return this.#use(stored, select, { component_type: type, id, custom_id, values, resolved });
  }

  /** Sends an open modal's fields, by custom id; what is left out keeps its default. */
  submit(modal: Pick<OpenModal, 'id'>, fields: Readonly<Record<string, ModalValue>>): InteractionHandle {
    const open = this.#interactions.modal(modal.id);
    if (!open) throw new Refusal('not_found', 'The modal is not open');
    const { record } = open;
    const { data } = open.modal;
    const resolver = this.#resolver(record.channel);
    const components = fillModal(data.components, fields, resolver);
    this.#interactions.closeModal(modal.id);
    const seed: PersonSeed = {
      ...record,
      type: InteractionType.ModalSubmit,
      name: data.custom_id,
      label: data.title,
      trigger: record,
    };
    delete seed.target;
    return this.#interactions.start(seed, () => ({
      custom_id: data.custom_id,
      components,
      resolved: resolver.resolved,
    }));
  }

  #resolver(channel: Channel): Resolver {
    return createResolver(this.#services.world, this.#services.files, this.#account.user.id, channel);
  }

  #use(stored: StoredMessage, component: ComponentNode, data: unknown): InteractionHandle {
    const { world } = this.#services;
    // A component acts for whoever its message was made for: the owners stand in the message's own metadata.
    const owners = stored.message.interaction_metadata?.authorizing_integration_owners;
    const installations = owners
      ? Object.keys(owners).map(Number)
      : [world.contextOf(stored.channel) === 'private' ? 1 : 0];
    const seed: PersonSeed = {
      type: InteractionType.MessageComponent,
      channel: stored.channel,
      name: component.custom_id ?? '',
      label: labelOf(component),
      command: null,
      installations,
      ...(owners?.[1] && { authorizedBy: owners[1] }),
      source: stored,
      trigger: null,
    };
    return this.#interactions.start(seed, () => data);
  }
}
