/** What MANIFEST.json and HANDOFF.lock hold, as types. `schema/aahp-manifest.schema.json` says the same to everybody. */
export const PHASES = ['research', 'architecture', 'implementation', 'review', 'fix', 'idle', 'documentation'] as const;
export type Phase = (typeof PHASES)[number];

export interface Manifest {
  readonly aahp_version: string;
  readonly project: string;
  readonly last_session: LastSession;
  readonly files: Readonly<Record<string, ManifestFile>>;
  readonly quick_context: string;
  readonly token_budget?: TokenBudget;
  readonly tasks?: TaskGraph;
  readonly next_task_id?: number;
  /** Whatever else was there is kept. */
  readonly [field: string]: unknown;
}

export interface LastSession {
  readonly agent: string;
  readonly session_id?: string;
  readonly timestamp: string;
  readonly commit?: string;
  readonly phase: Phase;
  readonly duration_minutes?: number;
}

export interface ManifestFile extends FileTrust {
  readonly checksum: string;
  readonly updated: string;
  readonly lines: number;
  readonly summary: string;
}

/** Only what is known to be less than verified: all of the file, or single sections. */
export interface FileTrust {
  readonly trust?: 'assumed' | 'unknown';
  readonly adopted_by?: string;
  readonly sections?: Readonly<Record<string, PartTrust>>;
}

export interface PartTrust {
  readonly trust: 'assumed' | 'unknown';
  /** The session that found it changed outside the protocol. */
  readonly adopted_by?: string;
}

export interface TokenBudget {
  readonly manifest_only?: number;
  readonly manifest_plus_status_and_actions?: number;
  readonly manifest_plus_core?: number;
  readonly full_read?: number;
}

export const TASK_STATUSES = ['ready', 'in_progress', 'blocked', 'done', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
export const PRIORITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

export type TaskGraph = Readonly<Record<string, GraphTask>>;

export interface GraphTask {
  readonly title: string;
  readonly status: TaskStatus;
  readonly priority?: Priority;
  readonly depends_on?: readonly string[];
  readonly blocked_by?: string;
  readonly assigned_to?: string;
  readonly created?: string;
  readonly completed?: string;
}

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
