import type { Platform } from '../../kernel/ports/index.ts';
import type { Io } from './io.ts';
import type { Style } from './style.ts';

/** What a command declares about itself. Help, completion, argument checks and the command reference are made from it. */
export interface CommandSpec<F extends FlagTable> {
  /** What follows the command's name: `[FILE…|-]`. */
  readonly operands: string;
  /** How many operands it takes; the second number may be Infinity. */
  readonly takes: readonly [least: number, most: number];
  /** One or two sentences below the usage line. */
  readonly about: string;
  readonly flags: F;
  readonly examples: readonly Example[];
  /** Words after `--` are handed over untouched; without this they are operands. */
  readonly passesRest?: boolean;
  /** It shows what is not approved itself: remarks about that would come before it, and twice. */
  readonly listsRequests?: boolean;
  /** It runs on, or writes many files: it should not wait for each of them. */
  readonly isLong?: boolean;
  run(call: Call<FlagValues<F>>): Promise<Outcome>;
}

export interface Example {
  readonly run: string;
  readonly does: string;
}

export type FlagTable = Readonly<Record<string, Flag>>;

export interface Flag {
  /** A switch takes no value; a list may be given several times. */
  readonly kind: 'switch' | 'text' | 'number' | 'list';
  readonly about: string;
  /** Shown for the value in help: `--agent NAME`. */
  readonly value?: string;
  readonly short?: string;
  readonly choices?: readonly string[];
}

export type FlagValues<F extends FlagTable> = {
  readonly [K in keyof F]: F[K]['kind'] extends 'switch'
    ? boolean
    : F[K]['kind'] extends 'number'
      ? number | undefined
      : F[K]['kind'] extends 'list'
        ? readonly string[]
        : string | undefined;
};

/** One call of a command, everything parsed. */
export interface Call<V> {
  readonly operands: readonly string[];
  /** Words after `--`. */
  readonly rest: readonly string[];
  readonly flags: V;
  readonly globals: Globals;
  readonly io: Io;
  /**
   * Built on first use: a command that needs no project (completion, help) never pays for it. A folder given here is
   * where the caller's host works; otherwise it is the one the command line names.
   */
  platform(folder?: string): Promise<Platform>;
}

export interface Globals {
  readonly json: boolean;
  readonly jsonl: boolean;
  readonly quiet: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly folder: string | undefined;
  readonly dataDir: string | undefined;
  readonly store: string | undefined;
}

/**
 * What a command has to say. `value`: one result, printed once. `lines`: a stream, printed as it comes,
 * with the exit code decided at its end.
 */
export type Outcome =
  | {
      readonly kind: 'value';
      /** Goes into the envelope of --json. */
      readonly data: unknown;
      /** For people; ends without a newline. */
      text(style: Style): string;
      /** The content of a file, or what another program reads: on a terminal, too, no line is broken. */
      readonly asIs?: boolean;
      readonly exit?: 0 | 1;
      /** A program's own exit code, passed on as it is (`output run`). */
      readonly passExit?: number;
    }
  | {
      readonly kind: 'lines';
      readonly lines: AsyncIterable<StreamLine>;
      /** Asked once the stream has ended. */
      exit(): 0 | 1;
    };

export interface StreamLine {
  readonly data: unknown;
  text(style: Style): string;
}

/** A command with its flag types forgotten, as the registry keeps it. */
export interface Command extends Omit<CommandSpec<FlagTable>, 'run'> {
  run(call: Call<Readonly<Record<string, FlagValue>>>): Promise<Outcome>;
}

export type FlagValue = boolean | number | string | readonly string[] | undefined;

export function defineCommand<const F extends FlagTable>(spec: CommandSpec<F>): Command {
  // parseCall builds the values from this very flag table, so the wider record always has the narrower shape.
  return spec as unknown as Command;
}

/** A row of the registry: known without loading the command's code. */
export interface CommandEntry {
  /** Words after `baton`: `config`, `doc validate`. */
  readonly path: string;
  /** It has a command line of its own: the words after its name are passed on unchanged. */
  readonly ownLine?: boolean;
  /** It only reads: its answer is kept, and given again while nothing that it read has changed. */
  readonly isKept?: boolean;
  readonly summary: string;
  load(): Promise<Command>;
}

/** Commands that belong together, as `baton help all` lists them. */
export interface CommandArea {
  readonly title: string;
  readonly commands: readonly CommandEntry[];
}
