/** Where the reader is: the address bar is the only place this is kept, so every view can be linked and reloaded. */
import { computed, signal } from '@preact/signals';

/** Without what follows `#`: a code to log in must not come back into the address with the next filter. */
function readAddress(): URL {
  const url = new URL(window.location.href);
  url.hash = '';
  return url;
}

const address = signal(readAddress());

window.addEventListener('popstate', () => {
  address.value = readAddress();
});

export const path = computed(() => address.value.pathname);
export const query = computed(() => address.value.searchParams);

/** `/tasks/TASK-1` → `['tasks', 'TASK-1']`. */
export const steps = computed(() =>
  path.value
    .split('/')
    .filter((step) => step !== '')
    .map(decodeURIComponent),
);

export const taskHref = (id: string): string => `/tasks/${encodeURIComponent(id)}`;

export function go(to: string): void {
  window.history.pushState(null, '', to);
  address.value = readAddress();
  document.getElementById('main')?.scrollTo(0, 0);
}

/** Sets filters without a step in the history: typing in a search box is not a journey. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const url = new URL(address.value);
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined || value === '') url.searchParams.delete(key);
    else url.searchParams.set(key, value);
  }
  window.history.replaceState(null, '', url);
  address.value = url;
}

/** This view with some filters changed, for links. */
export function hrefWith(to: string, changes: Readonly<Record<string, string>>): string {
  const params = new URLSearchParams(changes);
  return params.size === 0 ? to : `${to}?${params.toString()}`;
}

/** Lets ordinary links move within the board; modified clicks still open tabs and windows. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element | null)?.closest<HTMLAnchorElement | SVGAElement>('a');
  if (link === null || link === undefined) return;
  const url = new URL(link instanceof SVGAElement ? link.href.baseVal : link.href, window.location.href);
  if (url.origin !== window.location.origin || link.hasAttribute('download') || link.hasAttribute('target')) return;
  event.preventDefault();
  if (url.hash !== '') document.getElementById(url.hash.slice(1))?.focus();
  else go(url.pathname + url.search);
}
