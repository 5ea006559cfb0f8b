/** One short message at a time; the next one takes its place. Read out by screen readers. */
import { signal } from '@preact/signals';

interface Notice {
  readonly text: string;
  readonly detail: string | undefined;
  readonly isBad: boolean;
  readonly undo: (() => Promise<void>) | undefined;
}

interface NoticeOptions {
  readonly detail?: string;
  readonly isBad?: boolean;
  readonly undo?: () => Promise<void>;
}

const SHOWN_MS = 8_000;
const notice = signal<Notice | undefined>(undefined);
let timer: number | undefined;

export function notify(text: string, { detail, isBad = false, undo }: NoticeOptions = {}): void {
  window.clearTimeout(timer);
  notice.value = { text, detail, isBad, undo };
  timer = window.setTimeout(dismiss, SHOWN_MS);
}

function dismiss(): void {
  window.clearTimeout(timer);
  notice.value = undefined;
}

/** Takes back what was done last, while its message is shown. */
export async function undoLast(): Promise<void> {
  const undo = notice.value?.undo;
  if (undo === undefined) return notify('There is nothing to undo.');
  dismiss();
  await undo();
}

export function Notices() {
  const shown = notice.value;
  return (
    <div class="notices" role="status" aria-live="polite">
      {shown !== undefined && (
        <div class={shown.isBad ? 'notice bad' : 'notice'}>
          <p>
            {shown.text}
            {shown.detail !== undefined && <small>{shown.detail}</small>}
          </p>
          {shown.undo !== undefined && (
            <button type="button" class="plain strong" onClick={() => void undoLast()}>
              Undo
            </button>
          )}
          <button type="button" class="plain" aria-label="Dismiss" onClick={dismiss}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}
