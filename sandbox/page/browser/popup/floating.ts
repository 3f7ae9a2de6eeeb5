/**
 * Shows an element (one with `popover=manual`, of class `floating`) in the browser's top layer next to an anchor: below it where there is
 * room, else above; never outside the window. It must
 * be in the document already, inside the dialog if the anchor is. Gives the function that hides it.
 */
export function showFloating(
  element: HTMLElement,
  anchor: Element | { x: number; y: number },
  options: { matchWidth?: boolean; prefer?: 'above' | 'below'; tallestPx?: number } = {},
): () => void {
  const margin = 8;
  const { tallestPx = 360 } = options;

  function place(): void {
    const box = anchor instanceof Element ? anchor.getBoundingClientRect() : new DOMRect(anchor.x, anchor.y, 0, 0);
    if (options.matchWidth) element.style.setProperty('width', `${box.width}px`);
    const above = box.top - margin * 2;
    const below = innerHeight - box.bottom - margin * 2;
    const wanted = Math.min(element.scrollHeight + 2, tallestPx);
    const goesBelow = options.prefer === 'above' ? above < wanted && below > above : below >= wanted || below >= above;
    const height = Math.max(80, Math.min(tallestPx, goesBelow ? below : above));
    element.style.setProperty('max-height', `${height}px`);
    const shown = Math.min(wanted, height);
    const top = goesBelow ? box.bottom + 4 : Math.max(margin, box.top - shown - 4);
    const left = Math.max(margin, Math.min(box.left, innerWidth - element.offsetWidth - margin));
    element.style.setProperty('top', `${top}px`);
    element.style.setProperty('left', `${left}px`);
  }

  element.showPopover();
  place();
  const observer = new ResizeObserver(place);
  observer.observe(element);
  if (anchor instanceof Element) observer.observe(anchor);
  addEventListener('resize', place);
  document.addEventListener('scroll', place, { capture: true, passive: true });
  return () => {
    observer.disconnect();
    removeEventListener('resize', place);
    document.removeEventListener('scroll', place, { capture: true });
    if (element.isConnected && element.matches(':popover-open')) element.hidePopover();
  };
}
