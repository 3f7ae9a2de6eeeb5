import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { formatBytes } from '../message/mediaView.ts';

/** Where files are chosen: the browser's own input, and what was chosen below it. */
export interface FilePicker {
  element: HTMLElement;
  /** Holds the files that are chosen now, and no others. */
  input: HTMLInputElement;
  files: () => File[];
}

/**
 * Chooses up to `most` files. Each is shown with its size and a button that takes it away; Backspace takes away the last. With one to choose
 * another takes its place. `onTooLarge` hears of each that is over the limit and therefore left out.
 */
export function createFilePicker(options: {
  most: number;
  sizeLimitBytes: number;
  inputProps: Record<string, string | number | boolean | null>;
  onTooLarge: (name: string) => void;
  onChange?: () => void;
}): FilePicker {
  const { most } = options;
  let files: File[] = [];
  const input = h('input', {
    type: 'file',
    multiple: most > 1,
    ...options.inputProps,
    onchange: () => {
      const added = [...(input.files ?? [])];
      for (const { name } of added.filter((file) => !fits(file))) options.onTooLarge(name);
      const welcome = added.filter(fits);
      const kept = most > 1 || welcome.length === 0 ? files : [];
      set([...kept, ...welcome].slice(0, most));
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== 'Backspace' || files.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      set(files.slice(0, -1));
    },
  });
  const words = h('span', {});
  const list = h('ul', { class: 'file-list', 'aria-label': 'Chosen files', hidden: true });

  function fits(file: File): boolean {
    return file.size <= options.sizeLimitBytes;
  }

  function set(next: File[]): void {
    files = next;
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    input.files = transfer.files;
    draw();
    options.onChange?.();
  }

  function draw(): void {
    if (files.length > 0) words.textContent = most > 1 ? 'Add files' : 'Replace';
    else words.textContent = most > 1 ? `Choose up to ${most} files` : 'Choose a file';
    list.hidden = files.length === 0;
    list.replaceChildren(...files.map(row));
  }

  function row(file: File): HTMLElement {
    const remove = () => {
      set(files.filter((other) => other !== file));
      input.focus();
    };
    return h(
      'li',
      { class: 'attachment' },
      icon('file'),
      h('span', { class: 'attachment-name', title: file.name }, file.name),
      h('span', { class: 'file-size' }, formatBytes(file.size)),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': `Remove ${file.name}`, onclick: remove },
        icon('close'),
      ),
    );
  }

  draw();
  const prompt = h('span', { class: 'file-prompt' }, input, icon('plus'), words);
  return { element: h('div', { class: 'file-picker' }, prompt, list), input, files: () => files };
}
