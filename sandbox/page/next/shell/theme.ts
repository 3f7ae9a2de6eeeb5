import { computed, effect, signal } from '@preact/signals';

const KEY = 'theme';
const prefersLight = matchMedia('(prefers-color-scheme: light)');

const system = signal(prefersLight.matches ? 'light' : 'dark');
const chosen = signal(localStorage.getItem(KEY));

/** The one that was chosen in this browser, else the system's. */
export const theme = computed(() => (chosen.value ?? system.value) as 'dark' | 'light');

prefersLight.addEventListener('change', () => {
  system.value = prefersLight.matches ? 'light' : 'dark';
});
effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
});

/** Chooses the other theme and keeps it. */
export function switchTheme(): void {
  chosen.value = theme.value === 'dark' ? 'light' : 'dark';
  localStorage.setItem(KEY, chosen.value);
}
