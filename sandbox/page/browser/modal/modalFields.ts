import {
  type APIComponentInLabel,
  type APIModalInteractionResponseCallbackComponent,
  type APISelectMenuComponent,
  ComponentType,
} from 'discord-api-types/v10';
import type { ModalValue } from '../../../discord/people/pageProtocol.ts';
import { upload } from '../session.ts';
import { defaultValues } from '../ui/selectChoices.ts';

/** What is in a field: text, what is chosen, or files. */
export type FieldValue = string | string[] | File[];

/** A component that a person fills in, with its words, and how few and how many may be chosen. */
export type ModalField = {
  label: string;
  description?: string | undefined;
  component: APIComponentInLabel;
  isRequired: boolean;
  least: number;
  most: number;
};

/** The fields in a component of a modal; none for text. */
export function toFields(component: APIModalInteractionResponseCallbackComponent): ModalField[] {
  if (component.type === ComponentType.TextDisplay) return [];
  if (component.type === ComponentType.Label) return [toField(component.component, component)];
  return component.components.map((input) => toField(input, { label: input.label ?? '' }));
}

function toField(component: APIComponentInLabel, words: { label: string; description?: string }): ModalField {
  const { required = true, min_values = 1, max_values } = component as Partial<APISelectMenuComponent>;
  const isRequired = component.type !== ComponentType.Checkbox && required;
  const most = component.type === ComponentType.CheckboxGroup ? component.options.length : 1;
  const { label, description } = words;
  return { label, description, component, isRequired, least: isRequired ? min_values : 0, most: max_values ?? most };
}

/** What is in a field before anyone changes it. */
export function initialValue({ component }: ModalField): FieldValue {
  switch (component.type) {
    case ComponentType.TextInput:
      return component.value ?? '';
    case ComponentType.Checkbox:
      return component.default ? [component.custom_id] : [];
    case ComponentType.RadioGroup:
    case ComponentType.CheckboxGroup:
      return component.options.filter((option) => option.default).map(({ value }) => value);
    case ComponentType.FileUpload:
      return [];
    default:
      return defaultValues(component);
  }
}

/** A sentence when the field can't be sent as it is. */
export function problemOf({ component, isRequired, least, most }: ModalField, value: FieldValue): string | undefined {
  if (isRequired && value.length === 0) return least < 2 ? 'This field is required.' : `Choose at least ${least}.`;
  if (component.type === ComponentType.TextInput) {
    const leastLength = component.min_length ?? 0;
    return value.length > 0 && value.length < leastLength ? `Enter at least ${leastLength} characters.` : undefined;
  }
  if (value.length < least) return `Choose at least ${least}.`;
  return value.length > most ? `Choose at most ${most}.` : undefined;
}

/** The value as it is sent; files are uploaded. Undefined: one couldn't be, which a notice says. */
export async function toModalValue({ component }: ModalField, value: FieldValue): Promise<ModalValue | undefined> {
  switch (component.type) {
    case ComponentType.Checkbox:
      return value.length > 0;
    case ComponentType.RadioGroup:
      return (value[0] as string | undefined) ?? null;
    case ComponentType.FileUpload: {
      const uploads = await Promise.all((value as File[]).map(upload));
      const ids = uploads.flatMap((uploaded) => uploaded?.id ?? []);
      return ids.length === uploads.length ? ids : undefined;
    }
    default:
      return value as string | string[];
  }
}
