/**
 * The daemon's events as they happen. Read with fetch, as an EventSource can send no token; after a break it comes back
 * by itself and says which event it saw last.
 */
import { signal } from '@preact/signals';
import { authorization } from './api.ts';
import type { PlaneEvent } from './types.ts';

export type Connection = 'connecting' | 'live' | 'lost';

export const connection = signal<Connection>('connecting');

type Listener = (event: PlaneEvent) => void;
const listeners = new Set<Listener>();
const resetListeners = new Set<() => void>();

/** Returns what ends it. */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Told when so much was missed that everything has to be read again. */
export function onReset(listener: () => void): void {
  resetListeners.add(listener);
}

const PAUSES_MS = [500, 1_000, 2_000, 5_000] as const;
let last: string | undefined;

/** Stays connected for good. Resolves when the first attempt is through: what is read after that misses nothing. */
export function connect(): Promise<void> {
  return new Promise((resolve) => void stayConnected(resolve));
}

async function stayConnected(tried: () => void): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const resume = last === undefined ? undefined : { 'last-event-id': last };
      const response = await fetch('/v1/stream', { headers: { ...authorization(), ...resume } });
      if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
      connection.value = 'live';
      attempt = 0;
      tried();
      await read(response.body);
    } catch {
      // Whatever broke it, the answer is the same: try again.
    }
    connection.value = 'lost';
    tried();
    const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)];
    await new Promise((resolve) => window.setTimeout(resolve, pause));
  }
}

async function read(body: ReadableStream<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) take(block);
  }
}

function take(block: string): void {
  const fields = new Map(
    block
      .split('\n')
      .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const [id, name, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
  if (id !== undefined) last = id;
  if (name === 'reset') for (const listener of resetListeners) listener();
  if (name !== 'plane' || data === undefined) return;
  const event = JSON.parse(data) as PlaneEvent;
  for (const listener of listeners) listener(event);
}
