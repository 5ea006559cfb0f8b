/** A part of the page that comes from the daemon: waiting, failed, or there. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { onEvent } from '../live.ts';
import type { PlaneEvent } from '../types.ts';

type State<T> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'there'; readonly value: T };

const REFRESH_MS = 400;

/** Loads once, and again soon after an event that concerns it; old content stays until the new is there. */
export function useLoaded<T>(
  key: string,
  load: () => Promise<T>,
  concerns: (event: PlaneEvent) => boolean = () => false,
): State<T> {
  const state = useSignal<State<T>>({ kind: 'waiting' });
  useEffect(() => {
    let isGone = false;
    let timer: number | undefined;
    const run = async (): Promise<void> => {
      timer = undefined;
      try {
        const value = await load();
        if (!isGone) state.value = { kind: 'there', value };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!isGone) state.value = { kind: 'failed', error };
      }
    };
    state.value = { kind: 'waiting' };
    void run();
    const stop = onEvent((event) => {
      if (concerns(event)) timer ??= window.setTimeout(() => void run(), REFRESH_MS);
    });
    return () => {
      isGone = true;
      stop();
      window.clearTimeout(timer);
    };
  }, [key]);
  return state.value;
}

export function Loaded<T>({
  state,
  children,
}: {
  readonly state: State<T>;
  readonly children: (value: T) => ComponentChildren;
}) {
  if (state.kind === 'waiting') return <p class="waiting">Loading…</p>;
  if (state.kind === 'failed') return <Failure error={state.error} />;
  return <>{children(state.value)}</>;
}

export function Failure({ error }: { readonly error: ApiError }) {
  return (
    <div class="failure" role="alert">
      <strong>{error.message}</strong>
      {error.hint !== '' && <p>{error.hint}</p>}
      <code>{error.code}</code>
    </div>
  );
}

interface EmptyProps {
  /** The heading of the page, for those who hear it. */
  readonly view: string;
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function Empty({ view, title, children }: EmptyProps) {
  return (
    <div class="empty">
      <h1 class="sr-only">{view}</h1>
      <strong>{title}</strong>
      {children}
    </div>
  );
}
