import { resolve } from 'node:path';
import { BatonError } from '../../../../kernel/errors/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { findDuration, findIsoTime, renderIsoTime } from '../../../../kernel/time.ts';
import type { Io } from '../../io.ts';

const MAX_BYTES = 10 * 1024 * 1024;

/** The text of a file, or of standard input for `-`. */
export async function readTextOrInput(
  platform: Pick<Platform, 'files' | 'project'>,
  io: Io,
  source: string,
): Promise<string> {
  if (source !== '-')
    return await platform.files.readText(resolve(platform.project.folder, source), { maxBytes: MAX_BYTES });
  const bytes = await io.readInput(MAX_BYTES);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new BatonError('FILE_NOT_TEXT', 'standard input is not UTF-8 text', {}, cause);
  }
}

/** `--body TEXT`, where `-` is standard input, or `--body-file FILE`; undefined without either. */
export async function readBodyFlags(
  platform: Pick<Platform, 'files' | 'project'>,
  io: Io,
  flags: { readonly body?: string | undefined; readonly 'body-file'?: string | undefined },
): Promise<string | undefined> {
  const { body, 'body-file': file } = flags;
  if (body !== undefined && file !== undefined)
    throw new BatonError('USAGE_INVALID', 'give --body or --body-file, not both');
  if (file !== undefined) return await readTextOrInput(platform, io, file);
  return body === '-' ? await readTextOrInput(platform, io, body) : body;
}

/** A time as people write it: a date and time, or a duration from now such as `10m` or `2d`. */
export function toDueTime(text: string, now: number): string {
  const durationMs = findDuration(text);
  const time = durationMs === undefined ? findIsoTime(text)?.epochMs : now + durationMs;
  if (time === undefined)
    throw new BatonError('INPUT_INVALID', `"${text}" is neither a date and time nor a duration`, {
      hint: 'write 2026-02-10T12:00:00Z, 10m or 3d',
    });
  return renderIsoTime(time);
}

/** Baton gives the agents it starts their task, run and name in the environment. */
const ENVIRONMENT = { agent: 'BATON_AGENT', run: 'BATON_RUN_ID', task: 'BATON_TASK_ID' } as const;

export const findFact = (io: Io, name: keyof typeof ENVIRONMENT, given: string | undefined): string | undefined =>
  given ?? (io.environment[ENVIRONMENT[name]] || undefined);

/** Fails with USAGE_INVALID. */
export function getFact(io: Io, name: keyof typeof ENVIRONMENT, given: string | undefined): string {
  const found = findFact(io, name, given);
  if (found !== undefined) return found;
  const how = name === 'task' ? 'name a task' : `give --${name}`;
  throw new BatonError('USAGE_INVALID', `${how}, or set ${ENVIRONMENT[name]}`, { hint: SOURCES[name] });
}

/** What a person without an environment does to find it. */
const SOURCES = {
  agent: 'add --agent NAME: the name that holds the task, or any name to claim one',
  run: 'add --run ID: baton claim prints it, and so does baton task show',
  task: 'baton task list shows the ids; 7 is short for the seventh task of today',
} as const;

export const OPERATOR = 'operator';
