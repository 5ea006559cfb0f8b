import { ApiError } from '../api.ts';
import { notify } from '../notices.tsx';

/** Does something that has no dialog to show a failure in. */
export function attempt(work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    notify(error.message, { detail: error.hint, isBad: true });
  });
}

export const sayReadOnly = (): void =>
  notify('This board is read-only.', {
    detail: 'Run baton board --open to open it with the right to write.',
    isBad: true,
  });
