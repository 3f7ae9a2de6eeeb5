const REGIONS = '#sidebar, main > header, [role="log"], .composer, #trace, #members';
const FOCUSABLE = 'button:not(:disabled), a[href], input:not(:disabled), textarea, [tabindex="0"]';

const isShown = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true });

/**
 * F6 moves to the next region of the page and Shift+F6 back, as in Discord's own client: a long
 * conversation is one step, not a hundred. In a dialog, the key does nothing.
 */
export function listenForRegionKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'F6' || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    const regions = [...document.querySelectorAll<HTMLElement>(REGIONS)].filter(isShown);
    const here = regions.findIndex((region) => region.contains(document.activeElement));
    const next = event.shiftKey ? Math.max(here, 0) - 1 : here + 1;
    const region = regions.at(next % regions.length);
    const inside = [...(region?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find(isShown);
    if (region?.matches(FOCUSABLE)) region.focus();
    else inside?.focus();
  });
}
