/** One row of a list: a stable key, a text that changes when the row must be drawn again, and how to draw it. */
export interface KeyedItem {
  key: string;
  version: string;
  draw: () => HTMLElement;
}

/**
 * Keeps a container's children in step with a list. A row whose key and version stay is left untouched in the document, so focus,
 * selection, open menus and scroll position survive. When a focused row is drawn again, `onReplace` may put the focus back.
 */
export function createKeyedList(
  container: HTMLElement,
  onReplace: (previous: HTMLElement, next: HTMLElement) => void = () => {},
): { update: (items: KeyedItem[]) => void } {
  let rows = new Map<string, { version: string; element: HTMLElement }>();
  return {
    update(items) {
      const next = new Map<string, { version: string; element: HTMLElement }>();
      const replaced: [HTMLElement, HTMLElement][] = [];
      for (const { key, version, draw } of items) {
        const row = rows.get(key);
        if (row?.version === version) {
          next.set(key, row);
          continue;
        }
        const element = draw();
        if (row?.element.contains(document.activeElement)) replaced.push([row.element, element]);
        next.set(key, { version, element });
        row?.element.replaceWith(element);
      }
      for (const [key, { element }] of rows) if (!next.has(key)) element.remove();
      let place: ChildNode | null = container.firstChild;
      for (const { element } of next.values()) {
        if (element === place) place = place.nextSibling;
        else container.insertBefore(element, place);
      }
      rows = next;
      for (const [previous, element] of replaced) onReplace(previous, element);
    },
  };
}
