import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { FilePicker } from '../ui/FilePicker.tsx';
import { Select } from '../ui/Select.tsx';
import { placeholderOf, toSelectChoices } from '../ui/selectChoices.ts';
import { type FieldValue, isRequired, limitsOf, type ModalField } from './modalFields.ts';

/** What a person fills in: text, a select, boxes to check, or files. The element to focus has the `id`. */
export function FieldControl(props: {
  field: ModalField;
  id: string;
  describedBy: string;
  isWrong: boolean;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
}) {
  const { component, label } = props.field;
  const { id, value, onChange } = props;
  const described = { 'aria-describedby': props.describedBy, 'aria-invalid': props.isWrong || undefined };
  const inputProps = { id, ...described, 'aria-required': isRequired(component) };
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
    case ComponentType.Checkbox:
      return (
        <Check
          id={id}
          type="checkbox"
          label={label}
          describedBy={props.describedBy}
          isChecked={value === true}
          onChange={() => onChange(!value)}
        />
      );
    case ComponentType.RadioGroup:
    case ComponentType.CheckboxGroup: {
      const isRadio = component.type === ComponentType.RadioGroup;
      const chosen = isRadio ? [value as string] : (value as string[]);
      const toggled = (one: string) =>
        component.options.map((option) => option.value).filter((other) => chosen.includes(other) !== (other === one));
      return (
        <div {...described} {...{ role: isRadio ? 'radiogroup' : 'group', 'aria-label': label }}>
          {component.options.map((option, index) => (
            <Check
              key={option.value}
              id={index === 0 ? id : `${id}-${index}`}
              type={isRadio ? 'radio' : 'checkbox'}
              name={id}
              label={option.label}
              description={option.description}
              isChecked={chosen.includes(option.value)}
              onChange={() => onChange(isRadio ? option.value : toggled(option.value))}
            />
          ))}
        </div>
      );
    }
    case ComponentType.FileUpload: {
      const { most } = limitsOf(component);
      return <FilePicker most={most} files={value as File[]} onChange={onChange} inputProps={inputProps} />;
    }
    default:
      return (
        <Select
          label={label}
          placeholder={placeholderOf(component)}
          choices={toSelectChoices(component)}
          chosen={value as string[]}
          {...limitsOf(component)}
          onChange={onChange}
          inputProps={inputProps}
        />
      );
  }
}

function Check(props: {
  id: string;
  type: 'radio' | 'checkbox';
  name?: string;
  label: string;
  description?: string | undefined;
  describedBy?: string;
  isChecked: boolean;
  onChange: () => void;
}) {
  const { id, type, name, isChecked, onChange } = props;
  const inputProps = { id, type, name, 'aria-describedby': props.describedBy, checked: isChecked, onChange };
  return (
    <label class="check">
      <input {...inputProps} />
      <span>
        {props.label}
        {props.description && <small>{props.description}</small>}
      </span>
    </label>
  );
}
