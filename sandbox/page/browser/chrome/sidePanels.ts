/** Opens and closes the panels at both sides of the conversation. */
export interface SidePanels {
  toggle: (panel: HTMLElement) => void;
  /** Closes the panel if it lies over the conversation, and gives the focus to its button; one that has a place of its own stays. */
  uncover: (panel: HTMLElement) => void;
}

/** Below this width two panels at the same side leave too little of the conversation. */
const roomForBothPx = 1400;

/**
 * Each panel is opened by the button that names it in `aria-controls`. Where a panel lies over the conversation (in a narrow window) the focus goes
 * into it, and Escape closes it and gives the focus back to the button. The style sheet says where that is, by `position: fixed`. The left one then
 * has a scrim, and nothing under that can be used.
 */
export function createSidePanels(panels: { left: HTMLElement; scrim: HTMLElement; right: HTMLElement[] }): SidePanels {
  document.addEventListener('keydown', (event) => {
    const focused = document.activeElement;
    if (event.key !== 'Escape' || focused === null) return;
    for (const panel of [panels.left, ...panels.right]) {
      if (focused === document.body || panel.contains(focused)) uncover(panel);
    }
  });
  panels.scrim.addEventListener('click', () => uncover(panels.left));
  addEventListener('resize', lockUnderScrim);

  function lockUnderScrim(): void {
    const isLocked = isOpenOver(panels.left);
    for (const beside of panels.left.parentElement?.children ?? []) {
      if (beside !== panels.left && beside !== panels.scrim) beside.toggleAttribute('inert', isLocked);
    }
  }

  function show(panel: HTMLElement, shown: boolean): void {
    panel.hidden = false;
    panel.classList.toggle('shown', shown);
    panel.classList.toggle('closed', !shown);
    buttonOf(panel)?.setAttribute('aria-expanded', String(shown));
    lockUnderScrim();
  }

  function uncover(panel: HTMLElement): void {
    if (!isOpenOver(panel)) return;
    show(panel, false);
    buttonOf(panel)?.focus();
  }

  return {
    uncover,
    toggle(panel) {
      const shown = !panel.checkVisibility({ visibilityProperty: true });
      show(panel, shown);
      if (!shown) return;
      if (panels.right.includes(panel) && innerWidth < roomForBothPx) {
        for (const other of panels.right) if (other !== panel) show(other, false);
      }
      if (liesOver(panel)) focusFirst(panel);
    },
  };
}

function buttonOf(panel: HTMLElement): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[aria-controls="${panel.id}"]`);
}

function liesOver(panel: HTMLElement): boolean {
  return getComputedStyle(panel).position === 'fixed';
}

function isOpenOver(panel: HTMLElement): boolean {
  return liesOver(panel) && panel.classList.contains('shown');
}

function focusFirst(panel: HTMLElement): void {
  const wanted = panel.querySelector<HTMLElement>('[aria-current]') ?? panel.querySelector<HTMLElement>('button');
  (wanted ?? panel).focus();
}
