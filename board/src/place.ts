/** Where the reader is: the address bar is the only place this is kept, so every view can be linked and reloaded. */
import { computed, signal } from '@preact/signals';

/** Without what stands after `#`: a code to log in must not come back into the address with the next filter. */
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

export function go(to: string): void {
  window.history.pushState(null, '', to);
  address.value = readAddress();
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

/** Lets ordinary links move within the board; modified clicks still open tabs and windows. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element | null)?.closest('a');
  if (
    link === null ||
    link === undefined ||
    link.origin !== window.location.origin ||
    link.target !== '' ||
    link.hasAttribute('download')
  )
    return;
  event.preventDefault();
  go(link.pathname + link.search);
}
