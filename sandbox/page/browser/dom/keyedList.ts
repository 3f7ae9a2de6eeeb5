/** One row of a list: a stable key, a text that changes when the row must be drawn again, and how to draw it. */
export interface KeyedItem {
  key: string;
  version: string;
  draw: () => HTMLElement;
}

/**
 * Keeps a container's children in step with a list. A row whose key and version stay is left untouched in the document, so focus,
 * selection, open menus and scroll position survive. When the row that holds the focus is drawn again, `onReplace` is given the element that
 * had it, and may put it back.
 */
export function createKeyedList(
  container: HTMLElement,
  onReplace: (focused: Element, next: HTMLElement) => void = () => {},
): { update: (items: KeyedItem[]) => void } {
  let rows = new Map<string, { version: string; element: HTMLElement }>();
  return {
    update(items) {
      const next = new Map<string, { version: string; element: HTMLElement }>();
      const focused = document.activeElement;
      let replacement: HTMLElement | undefined;
      for (const { key, version, draw } of items) {
        const row = rows.get(key);
        if (row?.version === version) {
          next.set(key, row);
          continue;
        }
        const element = draw();
        if (focused !== null && row?.element.contains(focused)) replacement = element;
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
      if (focused !== null && replacement !== undefined) onReplace(focused, replacement);
    },
  };
}
