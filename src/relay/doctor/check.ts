import type { Platform } from '../../kernel/ports/index.ts';

/** What `doctor` may ask and, with --fix, change. */
export type DoctorPlatform = Pick<
  Platform,
  | 'audit'
  | 'clock'
  | 'disk'
  | 'executors'
  | 'facts'
  | 'files'
  | 'processes'
  | 'project'
  | 'random'
  | 'remark'
  | 'tasks'
  | 'tokens'
>;

/** One thing `doctor` looks at. A check never throws for what it looks for, and never writes: only its fix does. */
export interface Check {
  /** Stable, kebab-case. */
  readonly id: string;
  readonly title: string;
  examine(platform: DoctorPlatform): Promise<Diagnosis>;
}

export interface Diagnosis {
  readonly state: 'ok' | 'note' | 'warning' | 'problem';
  /** What was found, in a few words. */
  readonly found: string;
  /** What a person can do about it; absent when there is nothing to do. */
  readonly remedy?: string;
  /** Repairs it without losing anything, and says what it did. */
  fix?(): Promise<string>;
}
