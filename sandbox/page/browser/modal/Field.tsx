import { type APILabelComponent, ComponentType, TextInputStyle } from 'discord-api-types/v10';

/** What a person fills in: the bot asks for text and for files. The browser checks what is required and how long a text is. */
export function Field({ label, description, component }: APILabelComponent) {
  const id = `field-${component.custom_id}`;
  const required = component.type === ComponentType.Checkbox || (component.required ?? true);
  const inputProps = { id, name: component.custom_id, required, 'aria-describedby': `${id}-description` };
  const Input =
    component.type === ComponentType.TextInput && component.style === TextInputStyle.Paragraph ? 'textarea' : 'input';
  return (
    <div class="field">
      <label for={id} class={required ? 'required' : ''}>
        {label}
      </label>
      <small id={`${id}-description`}>{description}</small>
      {component.type === ComponentType.TextInput && (
        <Input
          {...inputProps}
          class="text-field"
          placeholder={component.placeholder}
          autocomplete="off"
          minLength={component.min_length}
          maxLength={component.max_length ?? 4000}
          defaultValue={component.value ?? ''}
        />
      )}
      {component.type === ComponentType.FileUpload && (
        <input {...inputProps} type="file" multiple={(component.max_values ?? 1) > 1} />
      )}
    </div>
  );
}
