/** One row per setting: the single source of `baton config`, of the shipped JSON Schema and of docs/config.md. */
export interface Setting {
  readonly kind: 'choice' | 'text' | 'number' | 'switch';
  readonly about: string;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** May hold a password: shown with `***` in its place, wherever it is shown. */
  readonly isSecret?: true;
  readonly default: SettingValue;
  /** What a repository may do with it before a person approved its value. Absent: anything. */
  readonly repository?: RepositoryRule;
}

/**
 * `stricter`: only move it towards the end of `order`, and no variable lowers it again. `lower`: the same with numbers.
 * `ceiling`: only lower it, unless this user names a value. `approved`: nothing. `inside`: name a place in the project.
 */
export type RepositoryRule =
  | { readonly kind: 'stricter'; readonly order: readonly SettingValue[] }
  | { readonly kind: 'lower' | 'ceiling' | 'approved' | 'inside' };

/** Null means: not set, and there is no default. */
export type SettingValue = string | number | boolean | null;

export const SETTINGS = {
  dataDir: {
    kind: 'text',
    about: 'Folder of tasks, audit log, governance blocks and caches, relative to the project.',
    repository: { kind: 'inside' },
    default: '.baton',
  },
  store: {
    kind: 'text',
    about:
      'Where tasks are kept. files: in the data dir. postgres://user@host:5432/database: in PostgreSQL, for agents on many machines; several hosts with commas between them for fail-over.',
    isSecret: true,
    repository: { kind: 'approved' },
    default: 'files',
  },
  storeSchema: {
    kind: 'text',
    about: 'Schema of the tables in PostgreSQL, so that a database can be shared.',
    repository: { kind: 'approved' },
    default: 'baton',
  },
  budget: {
    kind: 'number',
    about: 'Default token ceiling of what is handed to an agent at the start of its work.',
    min: 1,
    max: 1_000_000,
    repository: { kind: 'ceiling' },
    default: 2_000,
  },
  governance: {
    kind: 'choice',
    about:
      'off: no governed handoffs are made. advisory: boundaries, scope and composition only warn; identity, hash, replay and audit are never relaxed. required: every rule applies, and no delegation goes ungoverned. Not set: `baton govern send` applies every rule, delegation is not governed.',
    choices: ['off', 'advisory', 'required'],
    repository: { kind: 'stricter', order: ['off', 'advisory', null, 'required'] },
    default: null,
  },
  guard: {
    kind: 'choice',
    about:
      'What happens to text the guard flags. warn: shown and marked; block: errors stop a handoff; quarantine: also withheld from the reading agent.',
    choices: ['warn', 'block', 'quarantine'],
    repository: { kind: 'stricter', order: ['warn', 'block', 'quarantine'] },
    default: 'block',
  },
  guardModel: {
    kind: 'choice',
    about: 'Whether the statistical model adds warnings to those of the rules.',
    choices: ['on', 'off'],
    repository: { kind: 'stricter', order: ['off', 'on'] },
    default: 'on',
  },
  sessionTimeoutMinutes: {
    kind: 'number',
    about: 'Minutes without a sign of life after which a session that holds HANDOFF.lock counts as dead.',
    min: 1,
    max: 10_080,
    default: 120,
  },
  handoff: {
    kind: 'choice',
    about:
      'How hooks get a session handed over. auto: a draft is kept at each stop and recorded at the end; the agent is asked once, after substantial work. ask: it is asked once about any change. off: neither.',
    choices: ['auto', 'ask', 'off'],
    repository: { kind: 'stricter', order: ['ask', 'auto', 'off'] },
    default: 'auto',
  },
  handoffAskFiles: {
    kind: 'number',
    about: 'With handoff auto: an agent is asked after it changed so many files since the last handoff.',
    min: 1,
    max: 10_000,
    default: 8,
  },
  handoffAskCommits: {
    kind: 'number',
    about: 'With handoff auto: an agent is asked after so many commits since the last handoff.',
    min: 1,
    max: 10_000,
    default: 3,
  },
  owner: {
    kind: 'text',
    about: 'Who is notified when work needs a person to continue.',
    default: null,
  },
  'output.cacheDir': {
    kind: 'text',
    about: 'Folder of the details files of agent output, relative to the project.',
    repository: { kind: 'inside' },
    default: '.baton/outputs',
  },
  'output.type': {
    kind: 'choice',
    choices: ['unknown', 'search', 'analysis', 'code', 'test', 'build', 'documentation'],
    about: 'Task type whose summary limit applies if a command names none.',
    default: 'unknown',
  },
  'output.agents': {
    kind: 'text',
    about:
      'Types of subagents whose answers are not held to the rules, with commas between them, such as Explore,Plan; * for all.',
    default: null,
  },
  'output.refusals': {
    kind: 'number',
    about: 'How often the long answer of a subagent is sent back before Baton summarises it itself.',
    min: 0,
    max: 2,
    repository: { kind: 'ceiling' },
    default: 1,
  },
  traceEndpoint: {
    kind: 'text',
    about: 'Base address of an OpenTelemetry collector (OTLP over HTTP) that `baton trace ID --export` sends to.',
    repository: { kind: 'approved' },
    default: null,
  },
  'a2a.push': {
    kind: 'text',
    about:
      'Origins that callers over A2A may have notifications sent to, with spaces between them: https://hooks.example.org. Not set: push notifications are not offered.',
    repository: { kind: 'approved' },
    default: null,
  },
  review: {
    kind: 'choice',
    about:
      'Whether finished work waits for a person. follow-table: only if a task asks for it; always: for every task.',
    choices: ['follow-table', 'always'],
    repository: { kind: 'stricter', order: ['follow-table', 'always'] },
    default: 'follow-table',
  },
  'delegation.maxDepth': {
    kind: 'number',
    about: 'How deep tasks may be handed on: 1 means that a child cannot delegate further.',
    min: 1,
    max: 5,
    repository: { kind: 'lower' },
    default: 1,
  },
  messages: {
    kind: 'choice',
    about:
      'Whose messages are accepted. open: from anybody; known: from registered agents; signed: with a valid signature.',
    choices: ['open', 'known', 'signed'],
    repository: { kind: 'stricter', order: ['open', 'known', 'signed'] },
    default: 'open',
  },
  'tasks.leaseSeconds': {
    kind: 'number',
    about: 'How long a claim holds without a heartbeat.',
    min: 1,
    max: 86_400,
    default: 300,
  },
  'tasks.outageSeconds': {
    kind: 'number',
    about: 'How long a report of a run waits for a database that is away, before it is kept on this machine.',
    min: 0,
    max: 86_400,
    default: 60,
  },
  'tasks.graceSeconds': {
    kind: 'number',
    about: 'How long a started agent may take to give a first sign of life.',
    min: 1,
    max: 86_400,
    default: 120,
  },
  'tasks.maxAttempts': {
    kind: 'number',
    about: 'Number of failed attempts after which a task is given up.',
    min: 1,
    max: 100,
    repository: { kind: 'ceiling' },
    default: 3,
  },
  'tasks.backoffSeconds': {
    kind: 'number',
    about: 'How long a failed task waits before it is tried again.',
    min: 0,
    max: 86_400,
    default: 60,
  },
  'tasks.maxRunning': {
    kind: 'number',
    about: 'How many tasks the scheduler lets run at the same time.',
    min: 1,
    max: 10_000,
    repository: { kind: 'ceiling' },
    default: 8,
  },
  'tasks.onDependencyEnd': {
    kind: 'choice',
    about: 'What happens to a task whose dependency was cancelled or given up.',
    choices: ['block', 'skip', 'fail'],
    default: 'block',
  },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof SETTINGS;

/** The type of a setting's value, read off its row. */
export type ValueOf<K extends SettingKey> = (typeof SETTINGS)[K] extends { readonly choices: readonly (infer C)[] }
  ? C | ((typeof SETTINGS)[K] extends { readonly default: null } ? null : never)
  : (typeof SETTINGS)[K] extends { readonly kind: 'number' }
    ? number
    : (typeof SETTINGS)[K] extends { readonly kind: 'switch' }
      ? boolean
      : (typeof SETTINGS)[K] extends { readonly default: null }
        ? string | null
        : string;

/** The value of every setting, by its key. */
export type Settings = { readonly [K in SettingKey]: ValueOf<K> };

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

export const getSetting = (key: SettingKey): Setting => SETTINGS[key];

/** `delegation.maxDepth` → `BATON_DELEGATION_MAX_DEPTH`. */
export const environmentName = (key: SettingKey): string =>
  `BATON_${key.replaceAll(/\.|(?=[A-Z])/g, '_').toUpperCase()}`;
