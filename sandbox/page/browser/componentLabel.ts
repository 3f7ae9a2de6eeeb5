/** What is written on the component with this custom id, anywhere inside these: a button's label, a select's placeholder. */
export function labelOf(components: readonly unknown[] | undefined, customId: string): string | undefined {
  for (const component of components ?? []) {
    const {
      custom_id,
      label,
      placeholder,
      emoji,
      components: inner,
      accessory,
    } = component as Partial<LabeledComponent>;
    if (custom_id === customId) return label ?? placeholder ?? emoji?.name;
    const found = labelOf([...(inner ?? []), ...(accessory === undefined ? [] : [accessory])], customId);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface LabeledComponent {
  custom_id: string;
  label: string;
  placeholder: string;
  emoji: { name: string };
  components: unknown[];
  accessory: unknown;
}
