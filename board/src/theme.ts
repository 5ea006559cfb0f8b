import { effect, signal } from '@preact/signals';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEY = 'baton-theme';

export const theme = signal<Theme>(THEMES.find((name) => name === window.localStorage.getItem(KEY)) ?? 'auto');

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
  window.localStorage.setItem(KEY, theme.value);
});

export function chooseTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto';
}
