import type { CallToolResult } from '@modelcontextprotocol/server';
import { BatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { Platform } from '../../kernel/ports/index.ts';

/** What the tools together need; each uses a part of it. */
export type ToolPlatform = Pick<
  Platform,
  | 'audit'
  | 'clock'
  | 'disk'
  | 'executors'
  | 'facts'
  | 'files'
  | 'git'
  | 'notifier'
  | 'processes'
  | 'project'
  | 'random'
  | 'remark'
  | 'scanner'
  | 'tasks'
  | 'timers'
  | 'tokens'
>;

/** A tool as the server offers it. All of them stand in every conversation of every agent: their texts are short. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of an object; what comes in has passed it. */
  readonly input: JsonObject;
  readonly output: JsonObject;
  readonly annotations: ToolHints;
  run(platform: ToolPlatform, args: Arguments): Promise<ToolAnswer>;
}

export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface ToolAnswer {
  /** The same keys as `--json` of the command by this name. */
  readonly data: object;
  /** Nothing was done, and this says why. */
  readonly refused?: string;
  /** What to do about that. */
  readonly hint?: string;
}

export const READS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const WRITES: ToolHints = { ...READS, readOnlyHint: false, idempotentHint: false };
export const WRITES_ONCE: ToolHints = { ...WRITES, idempotentHint: true };

/** An object whose listed members are wanted; others are refused where it is input and welcome where it is output. */
export const takes = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...(required.length === 0 ? {} : { required }),
});

export const gives = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
});

export const OBJECT: JsonObject = { type: 'object' };
/** Present, and null if there is none. */
export const OBJECT_OR_NULL: JsonObject = { type: ['object', 'null'] };
export const YES_NO: JsonObject = { type: 'boolean' };
export const NUMBER: JsonObject = { type: 'number' };
export const LIST: JsonObject = { type: 'array' };

export const text = (description?: string): JsonObject =>
  description === undefined ? { type: 'string' } : { type: 'string', description };

export const texts = (description?: string): JsonObject => ({
  type: 'array',
  items: { type: 'string' },
  ...given({ description }),
});

export const oneOf = (...values: string[]): JsonObject => ({ enum: values });

/** What a client sent, member by member. */
export class Arguments {
  readonly #values: JsonObject;

  constructor(values: unknown) {
    this.#values = isJson(values) && isJsonObject(values) ? values : {};
  }

  find(key: string): string | undefined {
    const value = this.#values[key];
    return typeof value === 'string' ? value : undefined;
  }

  get(key: string): string {
    const value = this.find(key);
    if (value === undefined) throw new BatonError('INPUT_INVALID', `${key} is missing`);
    return value;
  }

  findNumber(key: string): number | undefined {
    const value = this.#values[key];
    return typeof value === 'number' ? value : undefined;
  }

  findTexts(key: string): readonly string[] | undefined {
    const value = this.#values[key];
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
  }

  isTrue(key: string): boolean {
    return this.#values[key] === true;
  }

  /** Undefined if it was not given; fails if it is none of these. */
  choose<T extends string>(key: string, choices: readonly T[]): T | undefined {
    const value = this.#values[key];
    const chosen = choices.find((choice) => choice === value);
    if (chosen !== undefined || value === undefined) return chosen;
    throw new BatonError('INPUT_INVALID', `${key} cannot be ${JSON.stringify(value)}`, {
      key,
      hint: `${key} is one of ${choices.join(', ')}`,
    });
  }

  /** Only the members that were given, under our names. */
  given<K extends string>(names: Readonly<Record<K, string>>): Partial<Record<K, string>> {
    const found: Partial<Record<K, string>> = {};
    for (const ours of Object.keys(names) as K[]) {
      const value = this.find(names[ours]);
      if (value !== undefined) found[ours] = value;
    }
    return found;
  }
}

const isJson = (value: unknown): value is Json => value !== undefined && typeof value !== 'function';

/** A result as it goes over the wire: structured, and the same as text for clients that read only that. */
export const asSent = (value: JsonObject): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
});
