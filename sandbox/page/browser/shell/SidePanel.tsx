import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../ui/Icon.tsx';

/**
 * A panel beside the conversation: a column if there is room, otherwise a drawer over it. A drawer
 * is the browser's own popover: Escape or a press outside closes it, and the focus returns to its
 * button.
 */
export type Panel = { id: string; isDrawer: ReadonlySignal<boolean>; isOpenDrawer: Signal<boolean> };

export const SIDEBAR = toPanel('sidebar', '(max-width: 720px)');
export const MEMBERS = toPanel('members', '(max-width: 1099px)');
export const TRACE = toPanel('trace', '(max-width: 1099px)');

/** If there is room, the sidebar is always a column, and so is one of the other panels. */
const rightColumn = signal<Panel | undefined>(MEMBERS);

function toPanel(id: string, drawerQuery: string): Panel {
  const media = matchMedia(drawerQuery);
  const isDrawer = signal(media.matches);
  media.addEventListener('change', () => {
    isDrawer.value = media.matches;
  });
  return { id, isDrawer, isOpenDrawer: signal(false) };
}

function isColumn(panel: Panel): boolean {
  return !panel.isDrawer.value && (panel === SIDEBAR || panel === rightColumn.value);
}

/** The drawer itself gets the focus, so that Tab goes to its first element. */
export function SidePanel(props: { panel: Panel; as: 'nav' | 'aside'; label: string; children: ComponentChildren }) {
  const { panel, as: Element } = props;
  const isDrawer = panel.isDrawer.value;
  return (
    <Element
      id={panel.id}
      class={isDrawer ? `${panel.id} drawer` : panel.id}
      aria-label={props.label}
      popover={isDrawer ? 'auto' : undefined}
      hidden={!isDrawer && !isColumn(panel)}
      tabIndex={-1}
      autofocus={isDrawer}
      onToggle={(event) => {
        panel.isOpenDrawer.value = event.newState === 'open';
      }}
    >
      {props.children}
    </Element>
  );
}

export function PanelButton({ panel, label, icon }: { panel: Panel; label: string; icon: IconName }) {
  const isDrawer = panel.isDrawer.value;
  return (
    <button
      type="button"
      class={`icon-button ${panel.id}-toggle`}
      aria-label={label}
      aria-controls={panel.id}
      aria-expanded={panel.isOpenDrawer.value || isColumn(panel)}
      popovertarget={isDrawer ? panel.id : undefined}
      onClick={() => {
        if (!isDrawer) rightColumn.value = isColumn(panel) ? undefined : panel;
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

export function closeDrawer(panel: Panel): void {
  if (panel.isDrawer.value) document.getElementById(panel.id)?.hidePopover();
}
