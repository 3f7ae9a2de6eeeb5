const focusable = 'button:not(:disabled), a[href], input:not(:disabled), textarea, [tabindex="0"]';

/**
 * F6 goes from one region of the page to the next and Shift+F6 back, around the ends, as in Discord's own client: a long conversation is one step,
 * not a hundred. A region is passed over while it is not shown. In a dialog the key does nothing.
 */
export function listenForRegionKeys(regions: HTMLElement[]): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'F6' || (event.target as Element).closest('dialog, [role="menu"]') !== null) return;
    event.preventDefault();
    const shown = regions.filter(
      (region) => region.isConnected && region.checkVisibility({ visibilityProperty: true }),
    );
    const here = shown.findIndex((region) => region.contains(document.activeElement));
    const step = event.shiftKey ? -1 : 1;
    const next = here === -1 && step === -1 ? shown.length - 1 : (here + step + shown.length) % shown.length;
    enter(shown[next]);
  });
}

function enter(region: HTMLElement | undefined): void {
  if (region === undefined) return;
  const inside = [...region.querySelectorAll<HTMLElement>(focusable)].find(isShown);
  (region.matches(focusable) ? region : inside)?.focus();
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
