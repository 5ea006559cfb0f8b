/** HANDOFF.lock: who updates the handoff files now, and whether that session still lives. */
import { isBatonError } from '../../../kernel/errors/index.ts';
import { given } from '../../../kernel/given.ts';
import { isJsonObject, parseJson, type Json } from '../../../kernel/json.ts';
import type { Ancestor } from '../../../kernel/ports/index.ts';
import { findIsoTime, renderAge } from '../../../kernel/time.ts';
import { parseLedger } from '../labels/index.ts';
import type { HandoffLock } from '../schema.ts';

/** With what a long session wrote and found. */
export const MAX_LOCK_BYTES = 1024 * 1024;

/** Whether the handoff files are free, held, or left by a session that died. */
export type LockState =
  | { readonly kind: 'free' }
  /** `unsure`: on another machine, or without a process to ask; silence alone will decide. */
  | { readonly kind: 'held'; readonly lock: HandoffLock; readonly lives: 'yes' | 'unsure' }
  | { readonly kind: 'left'; readonly lock: HandoffLock; readonly why: string };

export const renderLock = (lock: HandoffLock): string => `${JSON.stringify(lock, null, 2)}\n`;

/** A lock that cannot be read was cut off while it was written: somebody began, and nobody can say who. */
export function parseLock(text: string): HandoffLock | undefined {
  const value = findJson(text);
  if (!isJsonObject(value)) return undefined;
  const read = (name: string): string | undefined => {
    const field = value[name];
    return typeof field === 'string' ? field : undefined;
  };
  const { pid, updating } = value;
  const optional = {
    session_id: read('session_id'),
    pid_started: read('pid_started'),
    host: read('host'),
    base_commit: read('base_commit'),
    last_activity: read('last_activity'),
    branch: read('branch'),
    mark: read('mark'),
  };
  const lists = {
    wrote: parseLedger(value['wrote']),
    found: readNames(value['found']),
    stood: readNames(value['stood']),
    standing: Array.isArray(value['standing']) ? readNames(value['standing']) : undefined,
  };
  return {
    agent: read('agent') ?? 'unknown',
    started: read('started') ?? '',
    updating: readNames(updating),
    ...given(optional),
    ...(lists.wrote.length === 0 ? {} : { wrote: lists.wrote }),
    ...(lists.found.length === 0 ? {} : { found: lists.found }),
    ...(lists.stood.length === 0 ? {} : { stood: lists.stood }),
    ...given({ standing: lists.standing }),
    ...(typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 ? { pid } : {}),
  };
}

const readNames = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];

function findJson(text: string): Json | undefined {
  try {
    return parseJson(text, { maxBytes: MAX_LOCK_BYTES });
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

/** What is known about the holder of a lock. */
export interface LockFacts {
  readonly nowMs: number;
  /** Undefined: cannot be known from here. */
  readonly isProcessAlive: boolean | undefined;
  readonly silenceLimitMs: number;
  /** When the lock file itself was written, for locks without any readable time. */
  readonly fileTimeMs: number;
}

/** Dead is a process that is gone on this very machine, or a session that has been silent for too long. */
export function decideLockState(text: string | undefined, facts: LockFacts): LockState {
  if (text === undefined) return { kind: 'free' };
  const lock = parseLock(text);
  if (lock === undefined) return { kind: 'left', lock: UNREADABLE, why: 'HANDOFF.lock cannot be read' };
  if (facts.isProcessAlive === false) return { kind: 'left', lock, why: `its process ${lock.pid} has ended` };
  const silentMs = facts.nowMs - lastSignMs(lock, facts);
  if (silentMs >= facts.silenceLimitMs) return { kind: 'left', lock, why: `silent for ${renderAge(silentMs)}` };
  return { kind: 'held', lock, lives: facts.isProcessAlive === true ? 'yes' : 'unsure' };
}

const UNREADABLE: HandoffLock = { agent: 'unknown', started: '', updating: [] };

/** Clocks of two machines differ by minutes. A sign from beyond that says nothing, or its lock would be held for years. */
const MAX_SKEW_MS = 10 * 60_000;

function lastSignMs(lock: HandoffLock, { nowMs, fileTimeMs, silenceLimitMs }: LockFacts): number {
  const signs = [findIsoTime(lock.last_activity ?? '')?.epochMs, findIsoTime(lock.started)?.epochMs, fileTimeMs];
  return signs.find((sign) => sign !== undefined && sign <= nowMs + MAX_SKEW_MS) ?? nowMs - silenceLimitMs;
}

/** For people: `claude (sess_1) since 5 min, process 77 lives`. */
export function describeHolder(lock: HandoffLock, nowMs: number): string {
  const startedMs = findIsoTime(lock.started)?.epochMs;
  const age = startedMs === undefined ? '' : ` since ${renderAge(nowMs - startedMs)}`;
  return `${lock.agent}${lock.session_id === undefined ? '' : ` (${lock.session_id})`}${age}`;
}

const SHELL = /^(?:ba|z|da|k|fi|c|tc)?sh$|^(?:cmd|powershell|pwsh)(?:\.exe)?$/i;
const WRAPPER = /^(?:env|time|timeout|nice|nohup|sudo|doas|xargs|strace|npx|npm|pnpm|yarn|bunx)$/;

/**
 * The agent is the nearest ancestor that outlives one command: shells started for a single line and the programs that
 * only pass a call on are left out. An interactive shell is somebody's session and counts.
 */
export function findAgentProcess(ancestors: readonly Ancestor[]): number | undefined {
  return ancestors.find(({ command }) => !isPassing(command))?.pid;
}

function isPassing(command: readonly string[]): boolean {
  const [program = '', ...args] = command;
  const name = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1).replace(/^-/, '');
  if (SHELL.test(name)) return args.some((word) => /^-[a-z]*c$/i.test(word) || word === '/c') || isScript(args);
  if (WRAPPER.test(name)) return true;
  return (
    name.startsWith('node') && /(?:npx|npm)(?:-cli)?(?:\.js)?$/.test(args.find((word) => !word.startsWith('-')) ?? '')
  );
}

/** `sh build.sh` ends with the script. */
const isScript = (args: readonly string[]): boolean => args.some((word) => !word.startsWith('-'));
