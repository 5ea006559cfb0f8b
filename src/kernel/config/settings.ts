/** One row per setting: the single source of `baton config`, of the shipped JSON Schema and of docs/config.md. */
export interface Setting {
  readonly kind: 'choice' | 'text' | 'number' | 'switch';
  readonly about: string;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly default: SettingValue;
}

/** Null means: not set, and there is no default. */
export type SettingValue = string | number | boolean | null;

export const SETTINGS = {
  dataDir: {
    kind: 'text',
    about: 'Folder of tasks, audit log, governance blocks and caches, relative to the project.',
    default: '.baton',
  },
  budget: {
    kind: 'number',
    about: 'Default token ceiling of what is handed to an agent at the start of its work.',
    min: 1,
    max: 1_000_000,
    default: 2_000,
  },
  guard: {
    kind: 'choice',
    about:
      'What happens to text the guard flags. warn: shown and marked; block: errors stop a handoff; quarantine: also withheld from the reading agent.',
    choices: ['warn', 'block', 'quarantine'],
    default: 'block',
  },
  guardModel: {
    kind: 'choice',
    about: 'Whether the statistical model adds warnings to those of the rules.',
    choices: ['on', 'off'],
    default: 'on',
  },
  owner: {
    kind: 'text',
    about: 'Who is told when work cannot go on without a person.',
    default: null,
  },
  'output.cacheDir': {
    kind: 'text',
    about: 'Folder of the details files of agent output, relative to the project.',
    default: '.claude/cache/agent-outputs',
  },
  'output.type': {
    kind: 'choice',
    choices: ['unknown', 'search', 'analysis', 'code', 'test', 'build', 'documentation'],
    about: 'Task type whose summary limit holds where a command names none.',
    default: 'unknown',
  },
  traceEndpoint: {
    kind: 'text',
    about: 'Base address of an OpenTelemetry collector (OTLP over HTTP) that `baton trace ID --export` sends to.',
    default: null,
  },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof SETTINGS;

/** The type of a setting's value, read off its row. */
export type ValueOf<K extends SettingKey> = (typeof SETTINGS)[K] extends { readonly choices: readonly (infer C)[] }
  ? C
  : (typeof SETTINGS)[K] extends { readonly kind: 'number' }
    ? number
    : (typeof SETTINGS)[K] extends { readonly kind: 'switch' }
      ? boolean
      : (typeof SETTINGS)[K] extends { readonly default: null }
        ? string | null
        : string;

export type Settings = { readonly [K in SettingKey]: ValueOf<K> };

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

export const getSetting = (key: SettingKey): Setting => SETTINGS[key];

/** `delegation.maxDepth` → `BATON_DELEGATION_MAX_DEPTH`. */
export const environmentName = (key: SettingKey): string =>
  `BATON_${key
    .replaceAll('.', '_')
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase()}`;
