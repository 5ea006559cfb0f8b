import { dirname, join } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { SETUP_PARTS, type SetupPart } from './hook-tables.ts';
import type { Piece, PieceState } from './piece-kinds.ts';
import { FILE_TOOLS, piecesOf, type FileTool } from './pieces.ts';

export interface SetupRequest {
  readonly tool: FileTool;
  readonly action: 'write' | 'check' | 'remove' | 'print';
  /** This part alone. */
  readonly only?: SetupPart | undefined;
  /** How hooks start Baton; default `baton`. */
  readonly program: readonly string[];
  /** Overwrite what was changed by hand. */
  readonly force: boolean;
  readonly dryRun: boolean;
}

export interface SetupRow {
  readonly path: string;
  readonly about: string;
  readonly state: PieceState;
  /** `kept`: changed by hand, left alone. */
  readonly done: 'written' | 'removed' | 'kept' | 'none';
  /** The whole file as it would be; only with `print`. */
  readonly content?: string;
}

interface Planned {
  readonly piece: Piece;
  readonly state: PieceState;
  readonly row: SetupRow;
  /** What the file becomes; null: it goes; undefined: it stays. */
  readonly next: string | null | undefined;
}

type Files = Pick<Platform['files'], 'findText' | 'stat' | 'writeAtomic' | 'remove' | 'createFolder' | 'resolveInside'>;

export interface SetupPlatform {
  readonly files: Files;
  readonly project: Pick<Platform['project'], 'root'>;
}

/** Brings Baton's pieces into a tool's files, or out of them; everything else in those files stays as it is. */
export async function setup(
  { files, project: { root } }: SetupPlatform,
  request: SetupRequest,
): Promise<readonly SetupRow[]> {
  const planned: Planned[] = [];
  // Every file is read and planned before the first is written: a broken one changes nothing.
  for (const piece of getPieces(request)) planned.push(await plan(files, root, piece, request));
  if (!request.dryRun && (request.action === 'write' || request.action === 'remove')) {
    for (const { piece, next } of planned) await apply(files, join(root, piece.path), next);
  }
  return planned.map(({ row }) => row);
}

function getPieces({ tool, program, only }: SetupRequest): readonly Piece[] {
  const pieces = piecesOf(tool, program, only);
  if (pieces.length > 0) return pieces;
  throw new BatonError(
    'USAGE_INVALID',
    `${tool} tells nobody when a subagent ends: there is nothing to set up for it`,
    {
      hint: 'only claude and codex can be held to the output rules alone',
    },
  );
}

export interface ToolState {
  /** How its hooks or its configuration start Baton. */
  readonly program: readonly string[];
  readonly rows: readonly SetupRow[];
}

/** The state of a tool that was set up, whatever command it was set up with. Undefined: it was not. */
export async function examineTool(platform: SetupPlatform, tool: FileTool): Promise<ToolState | undefined> {
  for (const piece of piecesOf(tool, ['baton'])) {
    const program = piece.findProgram?.(await readOwn(platform.files, platform.project.root, piece.path));
    if (program === undefined) continue;
    const check = { tool, program, action: 'check', force: false, dryRun: true } as const;
    for (const only of SETUP_PARTS.filter((part) => piecesOf(tool, program, part).length > 0)) {
      const rows = await setup(platform, { ...check, only });
      if (rows.every(({ state }) => state === 'current')) return { program, rows };
    }
    return { program, rows: await setup(platform, check) };
  }
  return undefined;
}

/** Whether any tool of the project was set up for this part, alone or with the rest. */
export async function hasPart({ files, project: { root } }: SetupPlatform, part: SetupPart): Promise<boolean> {
  for (const piece of FILE_TOOLS.flatMap((tool) => piecesOf(tool, ['baton'], part)))
    if (piece.state(await readOwn(files, root, piece.path)) !== 'missing') return true;
  return false;
}

/** How hooks of this tool start Baton; `baton` if it was not set up by file. */
export async function findProgram(platform: SetupPlatform, tool: FileTool): Promise<readonly string[]> {
  return (await examineTool(platform, tool))?.program ?? ['baton'];
}

async function plan(files: Files, root: string, piece: Piece, request: SetupRequest): Promise<Planned> {
  const text = await readOwn(files, root, piece.path);
  try {
    const state = piece.state(text);
    const next =
      request.action === 'remove' ? planRemoval(piece, state, text) : planWriting(piece, state, text, request);
    const done =
      next === undefined ? (isKept(state, request) ? 'kept' : 'none') : next === null ? 'removed' : verb(request);
    const row = { path: piece.path, about: piece.about, state, done } as const;
    return { piece, state, next, row: request.action === 'print' ? { ...row, content: next ?? text ?? '' } : row };
  } catch (error) {
    if (!(error instanceof BatonError)) throw error;
    throw new BatonError(error.code, `${piece.path}: ${error.message}`, { ...error.details, path: piece.path }, error);
  }
}

const verb = ({ action }: SetupRequest): 'written' | 'removed' | 'none' =>
  action === 'write' ? 'written' : action === 'remove' ? 'removed' : 'none';

const isKept = (state: PieceState, { action, force }: SetupRequest): boolean =>
  action === 'write' && state === 'edited' && !force;

function planWriting(
  piece: Piece,
  state: PieceState,
  text: string | undefined,
  request: SetupRequest,
): string | undefined {
  if (state === 'current' || (state === 'edited' && !request.force)) return undefined;
  return piece.put(text);
}

function planRemoval(piece: Piece, state: PieceState, text: string | undefined): string | null | undefined {
  if (state === 'missing' || text === undefined) return undefined;
  const rest = piece.remove(text);
  if (rest === text) return undefined;
  return rest ?? null;
}

/** A symlink could lead into another repository or the home folder: it is never read or written through. */
async function readOwn(files: Files, root: string, path: string): Promise<string | undefined> {
  const full = join(root, path);
  await files.resolveInside(root, path);
  const stat = await files.stat(full);
  if (stat?.kind === 'symlink') {
    throw new BatonError('INPUT_INVALID', `${path} is a symlink`, {
      path,
      hint: `replace it with a regular file, for example one with the line @AGENTS.md, and run this again`,
    });
  }
  return files.findText(full);
}

async function apply(files: Files, path: string, next: string | null | undefined): Promise<void> {
  if (next === undefined) return;
  if (next === null) {
    await files.remove(path);
    return;
  }
  await files.createFolder(dirname(path));
  await files.writeAtomic(path, next);
}

export interface SetUpItem {
  readonly name: string;
  readonly isCreated: boolean;
}

/** The pointer that `baton setup agents-md` writes. One that somebody changed by hand is kept. */
export async function setUpAgentsMd(platform: SetupPlatform, { dryRun }: { dryRun: boolean }): Promise<SetUpItem[]> {
  const rows = await setup(platform, { tool: 'agents-md', action: 'write', program: ['baton'], force: false, dryRun });
  return rows.map(({ path, done }) => ({ name: path, isCreated: done === 'written' }));
}
