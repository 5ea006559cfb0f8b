/** The one dialog of the page. It is the browser's own: focus stays in it, Escape closes it, the rest is inert. */
import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ApiError } from './api.ts';
import { dropDraft, keepDraft, readValues, restoreDraft, writeValues } from './drafts.ts';
import { notify } from './notices.tsx';

const content = signal<(() => ComponentChildren) | undefined>(undefined);
/** One dialog after the other is another element: the browser then puts the focus where it belongs. */
let opened = 0;
/** Where the reader was; the keyboard returns there. */
let opener: HTMLElement | undefined;
/** Of the form in the dialog: called if somebody leaves it without a decision. */
let onLeave: (() => void) | undefined;

export const isDialogOpen = (): boolean => content.value !== undefined;

export function openDialog(show: () => ComponentChildren): void {
  if (document.activeElement instanceof HTMLElement && content.value === undefined) opener = document.activeElement;
  opened += 1;
  content.value = show;
}

export function closeDialog(): void {
  content.value = undefined;
  onLeave = undefined;
  if (opener?.isConnected === true) opener.focus();
  opener = undefined;
}

/** Escape, or a click beside the dialog: what was typed is kept. */
function leaveDialog(): void {
  onLeave?.();
  closeDialog();
}

export function Dialogs() {
  const box = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget | null>(null);
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
      onCancel={() => onLeave?.()}
      onClose={closeDialog}
      onPointerDown={(event) => (pressed.current = event.target)}
      onClick={(event) => {
        // Not if a selection of text that began inside ends outside.
        if (event.target === box.current && pressed.current === box.current) leaveDialog();
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

/** Ctrl Enter, or ⌘ Enter. */
export function submitWithKey(event: KeyboardEvent & { readonly currentTarget: HTMLFormElement }): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
}

interface FormProps {
  readonly title: string;
  readonly submit: string;
  /** What is typed is kept under this name until it is sent. */
  readonly draft: string;
  readonly isDangerous?: boolean;
  /** May throw an ApiError: the dialog stays open with what was typed. */
  readonly onSubmit: (data: FormData) => Promise<void>;
  readonly children: ComponentChildren;
}

const Restored = ({ forget }: { readonly forget: () => void }) => (
  <p class="callout quiet" role="note">
    What you typed before is still here.{' '}
    <button type="button" class="link" onClick={forget}>
      Start over
    </button>
  </p>
);

/** A form in a dialog. What fails is said in it, and nothing typed is lost. */
export function DialogForm({ title, submit, draft, isDangerous, onSubmit, children }: FormProps) {
  const { form, isRestored, forget } = useDraft(draft);
  const { error, isBusy, send } = useSending(onSubmit, draft);
  const cancel = (): void => {
    dropDraft(draft);
    closeDialog();
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
      onInput={() => (error.value = undefined)}
      onKeyDown={submitWithKey}
    >
      <h2 id="dialog-title">{title}</h2>
      {isRestored && <Restored forget={forget} />}
      {children}
      {error.value !== undefined && <Refusal error={error.value} />}
      <p class="buttons">
        <button type="button" onClick={cancel}>
          Cancel
        </button>
        <button type="submit" class={isDangerous === true ? 'primary danger' : 'primary'} disabled={isBusy.value}>
          {submit}
        </button>
      </p>
    </form>
  );
}

function useSending(onSubmit: FormProps['onSubmit'], draft: string) {
  const error = useSignal<ApiError | undefined>(undefined);
  const isBusy = useSignal(false);
  const send = async (data: FormData): Promise<void> => {
    isBusy.value = true;
    error.value = undefined;
    try {
      await onSubmit(data);
      dropDraft(draft);
      closeDialog();
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      error.value = cause;
    } finally {
      isBusy.value = false;
    }
  };
  return { error, isBusy, send };
}

/** A draft of this form is put back when it opens, and kept if somebody leaves it half-typed. */
function useDraft(key: string) {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<ReturnType<typeof readValues>>({});
  const isRestored = useSignal(false);
  useLayoutEffect(() => {
    const element = form.current;
    if (element === null) return;
    before.current = readValues(element);
    isRestored.value = restoreDraft(key, element);
    onLeave = () => {
      dropDraft(key);
      if (keepDraft(key, element, before.current))
        notify('What you typed is kept.', { detail: 'It is there when you return.' });
    };
  }, []);
  const forget = (): void => {
    const element = form.current;
    if (element === null) return;
    dropDraft(key);
    isRestored.value = false;
    writeValues(element, before.current);
    // Parts of the form that follow what is typed follow this as well.
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.querySelector<HTMLElement>('[name]')?.focus();
  };
  return { form, isRestored: isRestored.value, forget };
}
