import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { FilePicker } from '../ui/FilePicker.tsx';
import { Select } from '../ui/Select.tsx';
import { placeholderOf, toSelectChoices } from '../ui/selectChoices.ts';
import type { FieldValue, ModalField } from './modalFields.ts';

/** What a person fills in: text, a select, boxes to check, or files. The element to focus has the `id`. */
export function FieldControl(props: {
  field: ModalField;
  id: string;
  isWrong: boolean;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
}) {
  const { component, label, isRequired, least, most } = props.field;
  const { id, value, onChange } = props;
  const described = {
    'aria-describedby': `${id}-description ${id}-problem`,
    'aria-invalid': props.isWrong || undefined,
  };
  const inputProps = { id, ...described, 'aria-required': isRequired };
  switch (component.type) {
    case ComponentType.TextInput: {
      const Input = component.style === TextInputStyle.Paragraph ? 'textarea' : 'input';
      return (
        <Input
          {...inputProps}
          class="text-field"
          placeholder={component.placeholder}
          autocomplete="off"
          maxLength={component.max_length ?? 4000}
          value={value as string}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      );
    }
    case ComponentType.FileUpload:
      return <FilePicker most={most} files={value as File[]} onChange={onChange} inputProps={inputProps} />;
    case ComponentType.Checkbox:
    case ComponentType.RadioGroup:
    case ComponentType.CheckboxGroup: {
      const isAlone = component.type === ComponentType.Checkbox;
      const options = isAlone ? [{ value: component.custom_id, label }] : component.options;
      const isRadio = component.type === ComponentType.RadioGroup;
      const role = isRadio ? 'radiogroup' : 'group';
      return (
        <div {...(!isAlone && { ...described, role, 'aria-label': label })}>
          {options.map((option, index) => (
            <label key={option.value} class="check">
              <input
                {...(isAlone && described)}
                id={index === 0 ? id : `${id}-${index}`}
                type={isRadio ? 'radio' : 'checkbox'}
                name={id}
                checked={(value as string[]).includes(option.value)}
                onChange={() => onChange(isRadio ? [option.value] : toggled(value as string[], option.value))}
              />
              <span>
                {option.label}
                {'description' in option && <small>{option.description}</small>}
              </span>
            </label>
          ))}
        </div>
      );
    }
    default:
      return (
        <Select
          label={label}
          placeholder={placeholderOf(component)}
          choices={toSelectChoices(component)}
          chosen={value as string[]}
          least={least}
          most={most}
          onChange={onChange}
          inputProps={inputProps}
        />
      );
  }
}

function toggled(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}
