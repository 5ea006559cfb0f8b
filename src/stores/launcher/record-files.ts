import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type { Files } from '../../kernel/ports/index.ts';

/** The records of a launch: small JSON files that are written once. */
export class RecordFiles {
  readonly #files: Files;

  constructor(files: Files) {
    this.#files = files;
  }

  async writeOnce(path: string, value: object): Promise<void> {
    try {
      await this.#files.writeAtomic(path, toText(value), { exclusive: true, mode: 0o600 });
    } catch (error) {
      // The existing record holds; and if the folder is gone, there is nothing to decide.
      if (!isBatonError(error, 'FILE_EXISTS') && !isBatonError(error, 'FILE_NOT_FOUND')) throw error;
    }
  }

  async read(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const text = await this.#files.findText(path);
    if (text === undefined) return undefined;
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  }
}

export const toText = (value: object): string => `${JSON.stringify(value)}\n`;
