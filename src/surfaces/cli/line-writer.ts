import type { Writable } from 'node:stream';
import { print } from './terminal.ts';

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
