/** What MANIFEST.json holds, as its JSON Schema says, and HANDOFF.lock. */
import type * as manifest from './manifest-validator.gen.js';

/** A task as MANIFEST.json lists it. */
export type GraphTask = manifest.GraphTask;
/** What MANIFEST.json says about one file. */
export type ManifestFile = manifest.ManifestFile;

/** The contents of MANIFEST.json. */
export interface Manifest extends manifest.KnownManifest {
  /** Whatever else was there is kept. */
  readonly [field: string]: unknown;
}

/** Who wrote the handoff files last. */
export type LastSession = Manifest['last_session'];
/** A phase of a project. */
export type Phase = LastSession['phase'];
/** The phases of a project. */
export const PHASES = [
  'research',
  'architecture',
  'implementation',
  'review',
  'fix',
  'idle',
  'documentation',
] as const satisfies readonly Phase[];

/** Only what is known to be less than verified: all of the file, or single sections. */
export type FileTrust = Pick<ManifestFile, 'trust' | 'adopted_by' | 'sections'>;

/** Adopted by the session that found it changed outside the protocol. */
export type PartTrust = NonNullable<FileTrust['sections']>[string];

/** What reading the handoff files costs. */
export type TokenBudget = NonNullable<Manifest['token_budget']>;

/** The tasks of MANIFEST.json by id. */
export type TaskGraph = NonNullable<Manifest['tasks']>;
/** The status of a task in MANIFEST.json. */
export type TaskStatus = GraphTask['status'];
/** The statuses of a task in MANIFEST.json. */
export const TASK_STATUSES = [
  'ready',
  'in_progress',
  'blocked',
  'done',
  'cancelled',
] as const satisfies readonly TaskStatus[];
/** The priority of a task in MANIFEST.json. */
export type Priority = NonNullable<GraphTask['priority']>;
/** The priorities of a task in MANIFEST.json. */
export const PRIORITIES = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Priority[];

/** Verified: as the last session left it. Assumed: changed since, outside the protocol. Unknown: of a session that did not finish. */
export type TrustLabel = 'Verified' | 'Assumed' | 'Unknown';

/** HANDOFF.lock: the seed's three fields, and who exactly holds it. */
export interface HandoffLock {
  readonly agent: string;
  readonly started: string;
  readonly updating: readonly string[];
  readonly session_id?: string;
  /** Of the agent's process, not of the short `baton` command. */
  readonly pid?: number;
  readonly pid_started?: string;
  readonly host?: string;
  readonly base_commit?: string;
  readonly last_activity?: string;
  /** Branch that was checked out when the session began. */
  readonly branch?: string;
  /** What the session's own commands wrote, as hashes. */
  readonly wrote?: readonly string[];
  /** Files that were not as the manifest says when the session began. */
  readonly found?: readonly string[];
  /** Parts of files that were as the manifest says when the session began, as hashes. */
  readonly stood?: readonly string[];
  /** Findings that were there when the session began, as hashes. */
  readonly standing?: readonly string[];
  /** Of the installation that opened the session. */
  readonly mark?: string;
}

/** Who writes, in which session, at which commit: what a provenance block says. */
export interface Provenance {
  readonly agent: string;
  readonly sessionId: string;
  readonly timestamp: string;
  readonly commitBefore: string;
  readonly commitAfter: string;
}
