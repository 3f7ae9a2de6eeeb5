import { useLayoutEffect, useRef } from 'preact/hooks';
import { notify } from '../events.ts';
import { welcome } from '../state.ts';
import { Icon } from './Icon.tsx';
import type { InputProps } from './Listbox.tsx';

/** The files that may be sent; of each that is too large a notice tells. */
export function withoutTooLarge(files: Iterable<File>): File[] {
  const limitBytes = welcome.value?.attachmentSizeLimit ?? Number.POSITIVE_INFINITY;
  return [...files].filter(({ name, size }) => {
    if (size > limitBytes) notify('error', `${name} is too large.`);
    return size <= limitBytes;
  });
}

/**
 * Chooses up to `most` files with the browser's own input; Backspace takes away the last. With one to choose, another takes
 * its place. `files` are those that are chosen now: whoever uses this keeps them.
 */
export function FilePicker({
  most,
  files,
  onChange,
  inputProps,
}: {
  most: number;
  files: readonly File[];
  onChange: (files: File[]) => void;
  inputProps?: InputProps;
}) {
  const input = useRef<HTMLInputElement>(null);
  // The input tells a screen reader which files it holds.
  useLayoutEffect(() => {
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    if (input.current !== null) input.current.files = transfer.files;
  }, [files]);
  const empty = most > 1 ? `Choose up to ${most} files` : 'Choose a file';
  const filled = most > 1 ? 'Add files' : 'Replace';
  return (
    <div class="file-picker">
      <span class="file-prompt">
        <input
          type="file"
          multiple={most > 1}
          {...inputProps}
          ref={input}
          onChange={({ currentTarget }) => {
            const added = withoutTooLarge(currentTarget.files ?? []);
            onChange([...(most > 1 || added.length === 0 ? files : []), ...added].slice(0, most));
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Backspace' || files.length === 0) return;
            event.preventDefault();
            event.stopPropagation();
            onChange(files.slice(0, -1));
          }}
        />
        <Icon name="plus" />
        {files.length === 0 ? empty : filled}
      </span>
      <FileList
        label="Chosen files"
        files={files}
        onRemove={(file) => {
          onChange(files.filter((other) => other !== file));
          input.current?.focus();
        }}
      />
    </div>
  );
}

/** Files by name and size, each with a button that takes it away. */
export function FileList(props: { label: string; files: readonly File[]; onRemove: (file: File) => void }) {
  if (props.files.length === 0) return null;
  return (
    <ul class="file-list" aria-label={props.label}>
      {props.files.map((file, index) => (
        <li key={index} class="attachment">
          <Icon name="file" />
          <span class="attachment-name" title={file.name}>
            {file.name}
          </span>
          <span class="file-size">{formatBytes(file.size)}</span>
          <button
            type="button"
            class="icon-button"
            aria-label={`Remove ${file.name}`}
            onClick={() => props.onRemove(file)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A file's size in words: `4 bytes`, `1.5 KB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
