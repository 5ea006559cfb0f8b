import { dirname } from 'node:path';
import { isJsonObject } from '../../../kernel/json.ts';
import type { Disk, DiskFile } from '../../../kernel/ports/index.ts';
import type { TaskStatus } from '../../../kernel/tasks.ts';

/** Up to where files were derived from the journal, and what the folders looked like then. */
export interface Marker {
  readonly generation: number;
  readonly position: number;
  /** The boot of the machine: after another one, unflushed files may be gone. */
  readonly boot: string;
  readonly folders: Readonly<Partial<Record<TaskStatus, number>>>;
}

const SIZE_BYTES = 1024;

/** Written in place and not flushed: if it is lost or torn, everything is looked at again. */
export class MarkerFile {
  readonly #disk: Disk;
  readonly #path: string;
  #file: DiskFile | undefined;

  constructor(disk: Disk, path: string) {
    this.#disk = disk;
    this.#path = path;
  }

  read(): Marker | undefined {
    const bytes = this.#disk.readNow(this.#path);
    if (bytes === undefined) return undefined;
    try {
      return toMarker(JSON.parse(bytes.toString('utf8')));
    } catch {
      return undefined;
    }
  }

  async write(marker: Marker): Promise<void> {
    if (this.#file === undefined || (await this.#disk.lstat(this.#path)) === undefined) {
      await this.close();
      await this.#disk.mkdir(dirname(this.#path));
      const isThere = (await this.#disk.lstat(this.#path)) !== undefined;
      this.#file = await this.#disk.open(this.#path, isThere ? 'r+' : 'w');
    }
    await this.#file.write(Buffer.from(JSON.stringify(marker).padEnd(SIZE_BYTES), 'utf8'), 0);
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}

function toMarker(value: unknown): Marker | undefined {
  if (!isJsonObject(value)) return undefined;
  const { generation, position, boot, folders } = value;
  if (typeof generation !== 'number' || typeof position !== 'number' || typeof boot !== 'string') return undefined;
  if (!isJsonObject(folders)) return undefined;
  return { generation, position, boot, folders: folders as Marker['folders'] };
}
