/** What an element can hold: other nodes, or text, which is always inserted as text. Empty values are left out. */
export type Child = Node | string | number | null | undefined | false | Child[];

type Listener = (event: never) => void;
/** Attributes by name (`true` is an empty attribute; false, null and undefined leave it out), and listeners as `onclick` and the like. */
export type Props = Record<string, string | number | boolean | null | undefined | Listener>;

/** Makes an element. There is no way through here to insert markup: children are nodes or text. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  append(element, children);
  return element;
}

function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false) element.append(String(child));
  }
}

let lastId = 0;

/** An id that no other element of this page has, for `aria-labelledby` and the like. */
export function uniqueId(prefix: string): string {
  lastId += 1;
  return `${prefix}-${lastId}`;
}
