import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { formatBytes } from '../message/mediaView.ts';

/** The files that go with the next plain message. */
export function createAttachmentBar(onTooLarge: (name: string) => void): {
  element: HTMLElement;
  files: () => File[];
  add: (files: Iterable<File>, sizeLimit: number) => void;
  clear: () => void;
} {
  let files: File[] = [];
  const element = h('ul', { class: 'attachment-bar', 'aria-label': 'Files to send', hidden: true });

  function draw(): void {
    element.hidden = files.length === 0;
    element.replaceChildren(
      ...files.map((file) =>
        h(
          'li',
          { class: 'attachment' },
          icon('file'),
          h('span', { class: 'attachment-name' }, file.name),
          h('span', { class: 'file-size' }, formatBytes(file.size)),
          h(
            'button',
            {
              type: 'button',
              class: 'icon-button',
              'aria-label': `Remove ${file.name}`,
              onclick: () => {
                files = files.filter((other) => other !== file);
                draw();
              },
            },
            icon('close'),
          ),
        ),
      ),
    );
  }

  return {
    element,
    files: () => files,
    add(added, sizeLimit) {
      for (const file of added) {
        if (file.size > sizeLimit) onTooLarge(file.name);
        else if (files.length < 10) files = [...files, file];
      }
      draw();
    },
    clear() {
      files = [];
      draw();
    },
  };
}
