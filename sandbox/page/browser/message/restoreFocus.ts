const focusable = 'button:not(:disabled), a[href], input:not(:disabled)';

/**
 * After a message was drawn again: the focus goes to the component at the same place; if that cannot take it (the last page's "Next"), to
 * the nearest one of its row. Nobody who uses the keyboard is thrown out of the message.
 */
export function restoreFocus(focused: Element, next: HTMLElement): void {
  const path = focused instanceof HTMLElement ? focused.dataset['path'] : undefined;
  if (path === undefined) {
    restoreOther(focused, next);
    return;
  }
  const row = path.slice(0, path.lastIndexOf('.') + 1);
  const position = Number(path.slice(row.length));
  const distance = (element: HTMLElement) => Math.abs(Number(element.dataset['path']?.slice(row.length)) - position);
  const nearest = [...next.querySelectorAll<HTMLElement>(focusable)]
    .filter((element) => element.dataset['path']?.startsWith(row))
    .sort((one, other) => distance(one) - distance(other));
  nearest[0]?.focus({ preventScroll: true });
}

/** The author's name and the toolbar have no path, but the same accessible name or class as before. */
function restoreOther(focused: Element, next: HTMLElement): void {
  const same = [...next.querySelectorAll<HTMLElement>(focusable)].find(
    (element) => element.className === focused.className && element.ariaLabel === focused.ariaLabel,
  );
  same?.focus({ preventScroll: true });
}
