const key = 'theme';

/** Dark or light: what was chosen on this browser, else what the system prefers. */
export function currentTheme(): 'dark' | 'light' {
  const chosen = localStorage.getItem(key);
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}

/** Shows the page in the current theme, and follows the system until one is chosen. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = currentTheme();
}

/** Chooses a theme and keeps it. */
export function chooseTheme(theme: 'dark' | 'light'): void {
  localStorage.setItem(key, theme);
  applyTheme();
}
