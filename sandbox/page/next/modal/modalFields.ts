import {
  type APIComponentInLabel,
  type APIModalInteractionResponseCallbackComponent,
  ComponentType,
} from 'discord-api-types/v10';
import type { ModalValue } from '../../../discord/people/pageProtocol.ts';
import { upload } from '../session.ts';
import { defaultValues } from '../ui/selectChoices.ts';

/** What is in a field: as it will be sent, except for files, which are uploaded first. */
export type FieldValue = ModalValue | File[];

/** A component that a person fills in, with its words. */
export type ModalField = { label: string; description?: string; component: APIComponentInLabel };

/** The fields among a modal's components, in order. */
export function toFields(components: readonly APIModalInteractionResponseCallbackComponent[]): ModalField[] {
  return components.flatMap((component): ModalField[] => {
    if (component.type === ComponentType.TextDisplay) return [];
    if (component.type === ComponentType.Label) return [component];
    return component.components.map((input) => ({ label: input.label ?? '', component: input }));
  });
}

export function isRequired(component: APIComponentInLabel): boolean {
  return component.type !== ComponentType.Checkbox && (component.required ?? true);
}

/** What is in a field before anyone changes it. */
export function initialValue(component: APIComponentInLabel): FieldValue {
  switch (component.type) {
    case ComponentType.TextInput:
      return component.value ?? '';
    case ComponentType.Checkbox:
      return component.default ?? false;
    case ComponentType.RadioGroup:
      return component.options.find((option) => option.default)?.value ?? null;
    case ComponentType.CheckboxGroup:
      return component.options.filter((option) => option.default).map(({ value }) => value);
    case ComponentType.FileUpload:
      return [];
    default:
      return defaultValues(component);
  }
}

/** How few and how many may be chosen. */
export function limitsOf(component: APIComponentInLabel): { least: number; most: number } {
  const limits = component as { min_values?: number; max_values?: number };
  const mostOptions = component.type === ComponentType.CheckboxGroup ? component.options.length : 1;
  return { least: isRequired(component) ? (limits.min_values ?? 1) : 0, most: limits.max_values ?? mostOptions };
}

/** A sentence when the field can't be sent as it is. */
export function problemOf(component: APIComponentInLabel, value: FieldValue): string | undefined {
  const isMissing = isRequired(component) && (value === null || value === '');
  if (isMissing) return 'This field is required.';
  if (Array.isArray(value)) {
    const { least, most } = limitsOf(component);
    if (value.length < least) return least === 1 ? 'This field is required.' : `Choose at least ${least}.`;
    if (value.length > most) return `Choose at most ${most}.`;
  }
  if (component.type === ComponentType.TextInput && typeof value === 'string' && value !== '') {
    const least = component.min_length ?? 0;
    if ([...value].length < least) return `Enter at least ${least} characters.`;
  }
  return undefined;
}

/** The value as it is sent. Undefined: a file couldn't be uploaded, which a notice says. */
export async function toModalValue(component: APIComponentInLabel, value: FieldValue): Promise<ModalValue | undefined> {
  if (component.type !== ComponentType.FileUpload) return value as ModalValue;
  const uploads = await Promise.all((value as File[]).map(upload));
  const ids = uploads.flatMap((uploaded) => uploaded?.id ?? []);
  return ids.length === uploads.length ? ids : undefined;
}
