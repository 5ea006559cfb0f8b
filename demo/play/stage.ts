import { join } from 'node:path';
import { BatonError } from '../../src/kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../src/kernel/json.ts';
import type { Platform } from '../../src/kernel/ports/index.ts';

/** What the demo needs to know of the program it is part of. */
export interface DemoPlace {
  /** The Node.js that runs. */
  readonly node: string;
  /** The command line, as a file. */
  readonly bin: string;
  /** Project, team and agents to play with. */
  readonly files: string;
  /** The scratch folder; it must be empty. */
  readonly folder: string;
  /** A database to play in, in a schema of its own; without it, files. */
  readonly store?: { readonly address: string; readonly schema: string };
}

export interface Answer {
  readonly code: number | null;
  readonly data: JsonObject;
}

const COMMAND_LIMIT_MS = 60_000;
/** One copy of the demo's files is a few dozen. */
const MAX_FILES = 1_000;

/** The scratch folder, and Baton as its user and its agents see it: a command line. */
export class Stage {
  readonly #platform: Pick<Platform, 'files' | 'processes'>;
  readonly place: DemoPlace;
  /** Aborted when the demo shall end before its story does. */
  readonly signal: AbortSignal;

  constructor(
    platform: Pick<Platform, 'files' | 'processes'>,
    place: DemoPlace,
    signal: AbortSignal = new AbortController().signal,
  ) {
    this.#platform = platform;
    this.place = place;
    this.signal = signal;
  }

  checkEnded(): void {
    if (this.signal.aborted) throw new BatonError('DEMO_FAILED', 'ended before the story was told');
  }

  get env(): Readonly<Record<string, string | undefined>> {
    const { bin, files, folder, store } = this.place;
    return {
      BATON_BIN: bin,
      DEMO_FILES: files,
      // Whatever is set around the demo must not change its story.
      BATON_DATA_DIR: undefined,
      BATON_STORE: store?.address,
      BATON_STORE_SCHEMA: store?.schema,
      BATON_GOVERNANCE: undefined,
      BATON_GUARD: undefined,
      BATON_AGENT: undefined,
      BATON_TASK_ID: undefined,
      BATON_RUN_ID: undefined,
      BATON_RUN_SECRET: undefined,
      GIT_AUTHOR_NAME: 'Baton demo',
      GIT_AUTHOR_EMAIL: 'demo@example.invalid',
      GIT_COMMITTER_NAME: 'Baton demo',
      GIT_COMMITTER_EMAIL: 'demo@example.invalid',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: join(folder, '.gitconfig-of-nobody'),
    };
  }

  path(...parts: readonly string[]): string {
    return join(this.place.folder, ...parts);
  }

  /** `baton …` in the scratch folder; a refusal is an answer, a failure is not. */
  async baton(args: readonly string[], input = ''): Promise<Answer> {
    const { code, stdout } = await this.run(this.place.node, [this.place.bin, ...args, '--json'], input);
    const envelope = parseJson(stdout);
    const data = isJsonObject(envelope) ? envelope['data'] : undefined;
    if (isJsonObject(data)) return { code, data };
    const error = isJsonObject(envelope) ? envelope['error'] : undefined;
    const message = isJsonObject(error) ? error['message'] : stdout;
    throw new BatonError('DEMO_FAILED', `baton ${args.slice(0, 2).join(' ')}: ${String(message)}`);
  }

  /** Any program in the scratch folder; it must end well, or with a refusal. */
  async run(command: string, args: readonly string[], input = ''): Promise<{ code: number | null; stdout: string }> {
    const result = await this.#platform.processes.run({
      command,
      args,
      input,
      cwd: this.place.folder,
      env: this.env,
      timeoutMs: COMMAND_LIMIT_MS,
      signal: this.signal,
      maxOutputBytes: 16 * 1024 * 1024,
    });
    this.checkEnded();
    const stdout = result.stdout.toString('utf8');
    if (result.code === 0 || result.code === 1) return { code: result.code, stdout };
    const why = result.stderr.toString('utf8').trim() || stdout;
    throw new BatonError(
      'DEMO_FAILED',
      `${[command, ...args.slice(0, 3)].join(' ')} ended with ${result.code}: ${why}`,
    );
  }

  async write(path: string, value: Json | string): Promise<void> {
    const text = typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`;
    await this.#platform.files.createFolder(join(this.path(path), '..'));
    await this.#platform.files.writeAtomic(this.path(path), text);
  }

  read(path: string): Promise<string> {
    return this.#platform.files.readText(this.path(path), { maxBytes: 64 * 1024 * 1024 });
  }

  /** A file of a task's folder, wherever the store keeps it. */
  async readOfTask(id: string, path: string): Promise<string> {
    const { data } = await this.baton(['task', 'show', id, '--file', path]);
    return String(data['text']);
  }

  async readJson(path: string): Promise<JsonObject> {
    const value = parseJson(await this.read(path));
    return isJsonObject(value) ? value : {};
  }

  async list(path: string): Promise<readonly string[]> {
    if ((await this.#platform.files.stat(this.path(path))) === undefined) return [];
    return (await this.#platform.files.list(this.path(path))).map(({ name }) => name).toSorted();
  }

  /** A folder of the demo's files, or of the stage, to a place on the stage. */
  async copy(from: string, to: string): Promise<void> {
    const { files } = this.#platform;
    const open = [{ from, to: this.path(to) }];
    for (let count = 0; count < MAX_FILES; count += 1) {
      const next = open.pop();
      if (next === undefined) return;
      await files.createFolder(next.to);
      for (const { name, kind } of await files.list(next.from)) {
        const paths = { from: join(next.from, name), to: join(next.to, name) };
        if (kind === 'folder') open.push(paths);
        else await files.writeAtomic(paths.to, await files.readBytes(paths.from));
      }
    }
    throw new BatonError('DEMO_FAILED', `${from} has more folders than the demo should`);
  }
}
