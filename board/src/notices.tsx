/** Short messages that come and go; read out by screen readers. */
import { signal } from '@preact/signals';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly detail: string | undefined;
  readonly isBad: boolean;
}

const SHOWN_MS = 8_000;
const notices = signal<readonly Notice[]>([]);
let last = 0;

export function notify(text: string, options: { readonly detail?: string; readonly isBad?: boolean } = {}): void {
  last += 1;
  const id = last;
  notices.value = [...notices.value.slice(-3), { id, text, detail: options.detail, isBad: options.isBad === true }];
  window.setTimeout(() => dismiss(id), SHOWN_MS);
}

const dismiss = (id: number): void => {
  notices.value = notices.value.filter((notice) => notice.id !== id);
};

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map((notice) => (
        <div key={notice.id} class={notice.isBad ? 'notice bad' : 'notice'}>
          <p>
            {notice.text}
            {notice.detail !== undefined && <small>{notice.detail}</small>}
          </p>
          <button type="button" class="plain" aria-label="Dismiss" onClick={() => dismiss(notice.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
