/** A manifest of another shape: every field that can be read is kept, and what cannot is said. */
import { given } from '../../../kernel/given.ts';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../../kernel/json.ts';
import { cutText } from '../../../kernel/text.ts';
import { PHASES, type Manifest, type Phase } from '../schema.ts';
import { findManifestFaults, MAX_MANIFEST_BYTES, renderManifest } from './parse-manifest.ts';
import { readTasks, readTime } from './repair-tasks.ts';
import { MAX_CONTEXT } from './plan-manifest.ts';

export interface RepairedManifest {
  /** Undefined if the text is no JSON object at all. */
  readonly manifest: Manifest | undefined;
  /** One sentence for each thing that could not be kept. */
  readonly lost: readonly string[];
}

export function repairManifest(text: string): RepairedManifest {
  const { value, lost } = readObject(text);
  if (value === undefined) return { manifest: undefined, lost };
  const notes = [...lost];
  const manifest = toManifest(value, notes);
  // Whatever is still not as the schema wants it goes field by field, so that the rest can stay.
  return { manifest: dropFaulty(manifest, notes), lost: notes };
}

/** A file with conflict markers is read as our side has it, else as theirs. */
function readObject(text: string): { value: JsonObject | undefined; lost: string[] } {
  const plain = findObject(text);
  if (plain !== undefined) return { value: plain, lost: [] };
  for (const [side, name] of [
    ['$1', 'ours'],
    ['$2', 'theirs'],
  ] as const) {
    const value = findObject(text.replaceAll(CONFLICT, side));
    if (value !== undefined && CONFLICT.test(text))
      return { value, lost: [`it has conflict markers of a merge; ${name} were taken`] };
  }
  return { value: undefined, lost: ['it is not JSON; nothing of it could be read'] };
}

const CONFLICT = /^<{7}[^\n]*\n([\s\S]*?)(?:^\|{7}[^\n]*\n[\s\S]*?)?^={7}[^\n]*\n([\s\S]*?)^>{7}[^\n]*(?:\n|$)/gm;

function findObject(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text.replace(/^\uFEFF/, ''), { maxBytes: MAX_MANIFEST_BYTES });
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

function toManifest(value: JsonObject, lost: string[]): Manifest {
  const {
    tasks,
    next_task_id,
    files,
    last_session,
    quick_context,
    project,
    aahp_version,
    token_budget: _,
    ...rest
  } = value;
  const read = readTasks(tasks, lost);
  const nextId = Number(next_task_id);
  return {
    ...rest,
    aahp_version: readVersion(aahp_version, read.tasks !== undefined),
    project: cutText(findWords(project, rest['project_name'], rest['name']) ?? 'project', 200),
    last_session: readSession(joinSession(last_session, rest), lost),
    files: readFiles(files),
    quick_context: cutText(
      findWords(quick_context, ...CONTEXT_NAMES.map((name) => rest[name])) ?? '',
      MAX_CONTEXT,
      '…',
    ),
    ...(Number.isSafeInteger(nextId) && nextId > 0 ? { next_task_id: nextId } : {}),
    ...given({ tasks: read.tasks, other_tasks: read.others }),
  };
}

/** What other tools call the quick context. */
const CONTEXT_NAMES = ['quickContext', 'quick_summary', 'context', 'summary', 'description'];

const findWords = (...values: readonly (Json | undefined)[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '');

/** Other tools keep the facts of the last session at the top, or under a name of their own. */
function joinSession(session: Json | undefined, rest: JsonObject): JsonObject {
  const own = [session, rest['lastSession'], rest['session']].find((value) => isJsonObject(value)) ?? {};
  return {
    ...given({
      agent: findWords(rest['agent'], rest['last_agent'], rest['updated_by']),
      timestamp: findWords(...TIME_NAMES.map((name) => rest[name])),
      phase: findWords(rest['phase'], rest['current_phase']),
      commit: findWords(rest['commit']),
    }),
    ...own,
  };
}

const TIME_NAMES = ['timestamp', 'last_updated', 'updated_at', 'updated', 'lastUpdated', 'generated_at'];

function readVersion(value: Json | undefined, hasTasks: boolean): string {
  const text = typeof value === 'number' ? value.toFixed(1) : typeof value === 'string' ? value : '';
  const found = /^v?(\d+)(?:\.(\d+))?/.exec(text);
  return found === null ? (hasTasks ? '3.0' : '2.0') : `${found[1]}.${found[2] ?? '0'}`;
}

const PHASE_WORDS: readonly (readonly [RegExp, Phase])[] = [
  [/^(?:implement|develop|build|cod|feature|in.?progress|active)/i, 'implementation'],
  [/^(?:research|discover|analy)/i, 'research'],
  [/^(?:architect|design|plan)/i, 'architecture'],
  [/^(?:review|test|qa|verif|audit)/i, 'review'],
  [/^(?:fix|bug|debug|hotfix|maint)/i, 'fix'],
  [/^(?:doc)/i, 'documentation'],
];

function readPhase(value: Json | undefined): Phase | undefined {
  const words = typeof value === 'string' ? value.trim() : '';
  return PHASES.find((phase) => phase === words) ?? PHASE_WORDS.find(([pattern]) => pattern.test(words))?.[1];
}

function readSession(session: JsonObject, lost: string[]): Manifest['last_session'] {
  const { agent, session_id, timestamp, commit, phase, duration_minutes } = session;
  const known = readPhase(phase);
  if (typeof phase === 'string' && known !== phase)
    lost.push(`last_session.phase "${cutText(phase, 40)}" is not a phase; ${known ?? 'idle'} is assumed`);
  return {
    ...session,
    agent: typeof agent === 'string' && agent !== '' ? cutText(agent, 200) : 'unknown',
    ...(typeof session_id === 'string' && session_id !== ''
      ? { session_id: cutText(session_id, 200) }
      : { session_id: undefined }),
    timestamp: readTime(timestamp) ?? '1970-01-01T00:00:00Z',
    ...(typeof commit === 'string' ? { commit: cutText(commit, 64) } : { commit: undefined }),
    phase: known ?? 'idle',
    ...(Number.isSafeInteger(duration_minutes) ? {} : { duration_minutes: 0 }),
  } as Manifest['last_session'];
}

const CHECKSUM = /^sha256:[a-f0-9]{64}$/;

/** Entries that vouch for nothing are made again from the files. */
function readFiles(value: Json | undefined): Manifest['files'] {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) => {
      if (!isJsonObject(entry)) return [];
      const { checksum, updated, lines, summary } = entry;
      const at = readTime(updated);
      if (typeof checksum !== 'string' || !CHECKSUM.test(checksum) || at === undefined) return [];
      return [
        [
          name,
          {
            checksum,
            updated: at,
            lines: typeof lines === 'number' ? lines : 0,
            summary: typeof summary === 'string' ? cutText(summary, 200) : '',
          },
        ],
      ];
    }),
  );
}

const REQUIRED = new Set(['aahp_version', 'project', 'last_session', 'files', 'quick_context']);

function dropFaulty(manifest: Manifest, lost: string[]): Manifest | undefined {
  let kept: Manifest = manifest;
  for (let tries = 0; tries < 20; tries += 1) {
    const [fault] = findManifestFaults(renderManifest(kept));
    if (fault === undefined) return kept;
    const field = /^\/([^/ ]+)/.exec(fault)?.[1] ?? '';
    if (field === 'files') kept = { ...kept, files: {} };
    else if (field === '' || REQUIRED.has(field)) break;
    else {
      const { [field]: gone, ...rest } = kept;
      lost.push(`${field} could not be kept: ${fault}`);
      kept = { ...rest, [`other_${field}`]: gone } as Manifest;
    }
  }
  lost.push('it could not be repaired; a new one was written');
  return undefined;
}
