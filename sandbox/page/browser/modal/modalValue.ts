import { type APIComponentInLabel, ComponentType } from 'discord-api-types/v10';
import type { ModalValue } from '../../../discord/people/pageProtocol.ts';
import { upload } from '../session.ts';

/** A field's value in the form as it is sent; files are uploaded. Undefined: one couldn't be, which a notice says. */
export async function toModalValue(component: APIComponentInLabel, form: FormData): Promise<ModalValue | undefined> {
  const values = form.getAll(component.custom_id);
  switch (component.type) {
    case ComponentType.TextInput:
      return String(values[0]);
    case ComponentType.Checkbox:
      return values.length > 0;
    case ComponentType.RadioGroup:
      return values.length > 0 ? String(values[0]) : null;
    case ComponentType.FileUpload: {
      // Where no file was chosen, a form has one without a name.
      const files = values.filter((value) => value instanceof File && value.name !== '') as File[];
      const ids = (await Promise.all(files.map(upload))).flatMap((uploaded) => uploaded?.id ?? []);
      return ids.length === files.length ? ids : undefined;
    }
    default:
      return values.map(String);
  }
}
