import { print, redraw, type TerminalStream } from './terminal.ts';

/** A bar with rate and time left on a terminal, a plain line every few seconds otherwise. */
export interface Progress {
  /** `done` counts from 0 to the total. */
  update(done: number): void;
  /** Clears the bar; on a plain stream prints the last state. */
  end(): void;
}

export interface ProgressOptions {
  readonly label: string;
  readonly total?: number | undefined;
  readonly silent?: boolean;
}

interface ProgressStream extends TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;
const BAR_WIDTH = 24;

export function createProgress(
  stream: ProgressStream,
  options: ProgressOptions,
  now: () => number = Date.now,
): Progress {
  if (options.silent === true) return { update: () => undefined, end: () => undefined };
  const onTerminal = stream.isTTY === true;
  const started = now();
  let shownAt = started;
  let done = 0;
  let shown = false;

  const show = (): void => {
    const line = describe(options, done, (now() - started) / 1000);
    if (onTerminal) redraw(stream, line.slice(0, (stream.columns ?? 80) - 1));
    else print(stream, `${line}\n`);
    shown = true;
  };
  return {
    update(count) {
      done = count;
      if (now() - shownAt < (onTerminal ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
      shownAt = now();
      show();
    },
    end() {
      if (!shown) return;
      if (onTerminal) redraw(stream, '');
      else show();
    },
  };
}

/** `validating ████░░░░ 45 % · 1,200/s · 3 s left` */
export function describe({ label, total }: ProgressOptions, done: number, seconds: number): string {
  const rate = seconds > 0 ? done / seconds : 0;
  const parts = [`${Math.round(rate).toLocaleString('en-US')}/s`];
  if (total === undefined || total <= 0) return [`${label} ${done.toLocaleString('en-US')}`, ...parts].join(' · ');
  const share = Math.min(1, done / total);
  const filled = Math.round(share * BAR_WIDTH);
  if (rate > 0 && done < total) parts.push(`${Math.ceil((total - done) / rate)} s left`);
  return [
    `${label} ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${Math.floor(share * 100)} %`,
    ...parts,
  ].join(' · ');
}
