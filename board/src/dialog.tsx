/** The one dialog of the page. It is the browser's own: focus stays in it, Escape closes it, the rest is inert. */
import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ApiError } from './api.ts';

const content = signal<(() => ComponentChildren) | undefined>(undefined);
/** One dialog after the other is another element: the browser then puts the focus where it belongs. */
let opened = 0;
/** Where the reader was; the keyboard returns there. */
let opener: HTMLElement | undefined;

export const isDialogOpen = (): boolean => content.value !== undefined;

export function openDialog(show: () => ComponentChildren): void {
  if (document.activeElement instanceof HTMLElement && content.value === undefined) opener = document.activeElement;
  opened += 1;
  content.value = show;
}

export function closeDialog(): void {
  content.value = undefined;
  if (opener?.isConnected === true) opener.focus();
  opener = undefined;
}

export function Dialogs() {
  const box = useRef<HTMLDialogElement>(null);
  const show = content.value;
  // Before the next key: an effect after painting would lose what is typed at once.
  useLayoutEffect(() => {
    if (show !== undefined && box.current?.open === false) box.current.showModal();
  }, [show]);
  if (show === undefined) return null;
  return (
    <dialog
      key={opened}
      ref={box}
      aria-labelledby="dialog-title"
      onClose={closeDialog}
      onClick={(event) => {
        if (event.target === box.current) closeDialog();
      }}
    >
      {show()}
    </dialog>
  );
}

const Refusal = ({ error }: { readonly error: ApiError }) => (
  <p class="callout bad" role="alert">
    {error.message} <small>{error.hint}</small>
  </p>
);

function submitWithKey(event: KeyboardEvent & { readonly currentTarget: HTMLFormElement }): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
}

interface FormProps {
  readonly title: string;
  readonly submit: string;
  readonly isDangerous?: boolean;
  /** May throw an ApiError: the dialog stays open with what was typed. */
  readonly onSubmit: (data: FormData) => Promise<void>;
  readonly children: ComponentChildren;
}

/** A form in a dialog. What fails is said in it, and nothing typed is lost. */
export function DialogForm({ title, submit, isDangerous, onSubmit, children }: FormProps) {
  const error = useSignal<ApiError | undefined>(undefined);
  const isBusy = useSignal(false);
  const send = async (form: HTMLFormElement): Promise<void> => {
    isBusy.value = true;
    error.value = undefined;
    try {
      await onSubmit(new FormData(form));
      closeDialog();
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      error.value = cause;
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
      onInput={() => (error.value = undefined)}
      onKeyDown={submitWithKey}
    >
      <h2 id="dialog-title">{title}</h2>
      {children}
      {error.value !== undefined && <Refusal error={error.value} />}
      <p class="buttons">
        <button type="button" onClick={closeDialog}>
          Cancel
        </button>
        <button type="submit" class={isDangerous === true ? 'primary danger' : 'primary'} disabled={isBusy.value}>
          {submit}
        </button>
      </p>
    </form>
  );
}
