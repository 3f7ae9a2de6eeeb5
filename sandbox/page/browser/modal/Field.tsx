import { useSignal } from '@preact/signals';
import {
  type APIComponentInLabel,
  type APISelectMenuComponent,
  ComponentType,
  TextInputStyle,
} from 'discord-api-types/v10';
import { Select } from '../ui/Select.tsx';
import { defaultValues, placeholderOf, toSelectChoices } from '../ui/selectChoices.ts';

type InputProps = { id: string; name: string; required: boolean; 'aria-describedby': string };

/** What a person fills in, with its words. The browser checks what is required and how long a text is, the server the rest. */
export function Field(props: { label: string; description?: string | undefined; component: APIComponentInLabel }) {
  const { label, description, component } = props;
  const { custom_id, type } = component;
  const id = `field-${custom_id}`;
  const describedBy = `${id}-description`;
  const required = type !== ComponentType.Checkbox && (component.required ?? true);
  const isGroup = type === ComponentType.RadioGroup || type === ComponentType.CheckboxGroup;
  const [Box, Label] = isGroup ? (['fieldset', 'legend'] as const) : (['div', 'label'] as const);
  return (
    <Box class="field" {...(isGroup && { 'aria-describedby': describedBy })}>
      {type !== ComponentType.Checkbox && (
        <Label class={required ? 'required' : ''} {...(!isGroup && { for: id })}>
          {label}
        </Label>
      )}
      <small id={describedBy}>{description}</small>
      <Control
        component={component}
        label={label}
        inputProps={{ id, name: custom_id, required, 'aria-describedby': describedBy }}
      />
    </Box>
  );
}

function Control(props: { component: APIComponentInLabel; label: string; inputProps: InputProps }) {
  const { component, label, inputProps } = props;
  switch (component.type) {
    case ComponentType.TextInput: {
      const Input = component.style === TextInputStyle.Paragraph ? 'textarea' : 'input';
      return (
        <Input
          {...inputProps}
          class="text-field"
          placeholder={component.placeholder}
          autocomplete="off"
          minLength={component.min_length}
          maxLength={component.max_length ?? 4000}
          defaultValue={component.value ?? ''}
        />
      );
    }
    case ComponentType.FileUpload:
      return <input {...inputProps} type="file" multiple={(component.max_values ?? 1) > 1} />;
    case ComponentType.Checkbox: {
      const { custom_id: value, default: isChosen } = component;
      return <Checks {...inputProps} type="checkbox" options={[{ value, label, default: isChosen }]} />;
    }
    case ComponentType.RadioGroup:
      return <Checks {...inputProps} type="radio" options={component.options} />;
    case ComponentType.CheckboxGroup:
      return <Checks {...inputProps} type="checkbox" required={false} options={component.options} />;
    default:
      return <SelectField component={component} label={label} inputProps={inputProps} />;
  }
}

type CheckOption = { value: string; label: string; description?: string; default?: boolean | undefined };

function Checks({
  options,
  ...inputProps
}: InputProps & { type: 'radio' | 'checkbox'; options: readonly CheckOption[] }) {
  return (
    <>
      {options.map(({ value, label, description, default: isChosen }) => (
        <label key={value} class="check">
          <input {...inputProps} id={`${inputProps.id}-${value}`} value={value} defaultChecked={isChosen} />
          <span>
            {label}
            <small>{description}</small>
          </span>
        </label>
      ))}
    </>
  );
}

function SelectField(props: { component: APISelectMenuComponent; label: string; inputProps: InputProps }) {
  const { component, label, inputProps } = props;
  const { name, ...rest } = inputProps;
  const chosen = useSignal(defaultValues(component));
  return (
    <>
      <Select
        label={label}
        placeholder={placeholderOf(component)}
        choices={toSelectChoices(component)}
        chosen={chosen.value}
        least={inputProps.required ? (component.min_values ?? 1) : 0}
        most={component.max_values ?? 1}
        onChange={(values) => {
          chosen.value = values;
        }}
        inputProps={rest}
      />
      {chosen.value.map((value) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
