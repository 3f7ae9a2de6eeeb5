import { notify } from '../events.ts';
import { welcome } from '../state.ts';
import type { InputProps } from './Combobox.tsx';

/** Chooses files with the browser's own input; Backspace takes them away. `files` are those that are chosen now; their owner keeps them. */
export function FilePicker(props: {
  most: number;
  files: readonly File[];
  onChange: (files: File[]) => void;
  inputProps?: InputProps;
}) {
  const { most, files, onChange } = props;
  return (
    <input
      type="file"
      multiple={most > 1}
      {...props.inputProps}
      onChange={({ currentTarget: input }) => {
        const chosen = withoutTooLarge(input.files);
        if (chosen.length < (input.files?.length ?? 0)) input.value = '';
        onChange(input.value === '' ? [] : chosen);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Backspace' || files.length === 0) return;
        event.stopPropagation();
        event.currentTarget.value = '';
        onChange([]);
      }}
    />
  );
}

/** The files that may be sent; a notice names each that is too large. */
export function withoutTooLarge(files: Iterable<File> | null | undefined): File[] {
  const limitBytes = welcome.value?.attachmentSizeLimit ?? Number.POSITIVE_INFINITY;
  return [...(files ?? [])].filter(({ name, size }) => {
    if (size > limitBytes) notify('error', `${name} is too large.`);
    return size <= limitBytes;
  });
}
