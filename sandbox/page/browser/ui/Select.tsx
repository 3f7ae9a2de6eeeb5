import { Combobox, type InputProps } from './Combobox.tsx';
import type { Choice } from './choices.ts';
import { Icon } from './Icon.tsx';

/**
 * Chooses one or several. With one to choose, choosing closes the list; where none is allowed (`least` of 0), choosing the
 * same takes it back. `chosen` is what is chosen now; its owner keeps it.
 */
export function Select(props: {
  label: string;
  placeholder: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  least: number;
  most: number;
  disabled?: boolean;
  busy?: boolean;
  onChange: (values: string[]) => void;
  onClose?: (values: readonly string[]) => void;
  inputProps?: InputProps;
}) {
  const { label, placeholder, choices, chosen, least, most, disabled = false } = props;
  const multiple = most > 1;
  const limit = least === most ? most : least === 0 ? `up to ${most}` : `${least} to ${most}`;
  const texts = chosen.map((value) => toText(choices.find((choice) => choice.value === value)));

  function choose({ value }: Choice): void {
    const others = chosen.filter((other) => other !== value);
    if (others.length < chosen.length && (multiple || least === 0)) props.onChange(others);
    else if (!multiple) props.onChange([value]);
    else if (chosen.length < most) props.onChange([...chosen, value]);
  }

  return (
    <div class="select">
      <Combobox
        kind="select"
        label={label}
        choices={choices}
        chosen={chosen}
        multiple={multiple}
        text={texts.join(', ')}
        heading={multiple ? `Choose ${limit} · ${chosen.length} selected` : undefined}
        onChoose={choose}
        onClose={() => props.onClose?.(chosen)}
        inputProps={{ placeholder, disabled, 'aria-busy': props.busy || undefined, ...props.inputProps }}
      />
      <Icon name="down" />
    </div>
  );
}

/** With its emoji, but without any other picture. */
function toText(choice: Choice | undefined): string {
  if (choice === undefined) return '';
  return typeof choice.picture === 'string' ? `${choice.picture} ${choice.label}` : choice.label;
}
