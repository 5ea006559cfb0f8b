import type { Writable } from 'node:stream';
import type { Outcome } from './command.ts';
import { SCHEMA_VERSION, write, type Printer } from './print.ts';
import { print, toJson } from './terminal.ts';

/** A stream, as it comes; one value with --json. */
export async function printLines(printer: Printer, outcome: Extract<Outcome, { kind: 'lines' }>): Promise<number> {
  const { output, globals, style } = printer;
  if (globals.json && !globals.jsonl) {
    const data: unknown[] = [];
    for await (const line of outcome.lines) data.push(line.data);
    await write(output, toJson({ schema_version: SCHEMA_VERSION, data }));
    return outcome.exit();
  }
  const writer = new LineWriter(output.open());
  try {
    for await (const line of outcome.lines) {
      if (globals.quiet && !globals.jsonl) continue;
      const isFull = writer.add(globals.jsonl ? toJson(line.data) : line.text(style));
      if (isFull !== undefined) await isFull;
    }
  } finally {
    await writer.flush();
  }
  return outcome.exit();
}

const MAX_WAITING = 65_536;

/**
 * Lines of a stream, several to a write: a system call for each line costs more than making the line. What waits is
 * written as soon as the program has nothing else to do, so that no line waits for the next one.
 */
export class LineWriter {
  private readonly stream: Writable;
  private waiting: string[] = [];
  private length = 0;
  private timer: NodeJS.Immediate | undefined;

  constructor(stream: Writable) {
    this.stream = stream;
  }

  /** Resolves when the reader can take more, so that a stream of any size stays in constant memory. */
  add(line: string): Promise<void> | undefined {
    this.waiting.push(line);
    this.length += line.length;
    if (this.length >= MAX_WAITING || this.stream.writableNeedDrain) return this.flush();
    this.timer ??= setImmediate(() => this.writeWaiting());
    return undefined;
  }

  async flush(): Promise<void> {
    this.writeWaiting();
    if (!this.stream.writableNeedDrain) return;
    await new Promise<void>((resolve) => this.stream.once('drain', resolve));
  }

  private writeWaiting(): void {
    clearImmediate(this.timer);
    this.timer = undefined;
    if (this.waiting.length === 0) return;
    const text = `${this.waiting.join('\n')}\n`;
    this.waiting = [];
    this.length = 0;
    print(this.stream, text);
  }
}
