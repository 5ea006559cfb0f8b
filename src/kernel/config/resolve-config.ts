import { BatonError } from '../errors/index.ts';
import { findNearest } from '../nearest.ts';
import { maskSetting } from './mask-secret.ts';
import {
  environmentName,
  getSetting,
  SETTING_KEYS,
  type Setting,
  type SettingKey,
  type Settings,
  type SettingValue,
} from './settings.ts';

/** Where values may come from, weakest first: default, the user's file, the project's file, environment, flag. */
export interface ConfigSources {
  /** Of this user, outside every project: it counts like the environment for what a project may not weaken. */
  readonly user?: ConfigFile;
  /** Of the project: written by the authors of the repository. */
  readonly file?: ConfigFile;
  /** Of the project that the data dir belongs to, if it is another one: what it asks for more strictly holds there. */
  readonly owner?: ConfigFile;
  /** Values of the project's file that a person on this machine approved, as `listWithheld` named them. */
  readonly approved?: ReadonlySet<SettingKey>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Raw text by setting key, as typed on the command line. */
  readonly flags: Readonly<Partial<Record<SettingKey, string>>>;
}

export interface ConfigFile {
  readonly path: string;
  readonly content: unknown;
}

export interface ConfigRow {
  readonly key: SettingKey;
  readonly value: SettingValue;
  readonly origin: 'default' | 'user' | 'file' | 'environment' | 'flag';
  /** The file's path, the variable's or the flag's name; for a default nothing. */
  readonly from?: string;
  /** What the project's file asks for and does not get before a person approves it. */
  readonly withheld?: SettingValue;
}

/** The settings in force, and a row for each with where its value comes from. */
export interface ResolvedConfig {
  readonly values: Settings;
  readonly rows: readonly ConfigRow[];
}

/** Merges the sources into one checked set of values, each knowing where it comes from. */
export function resolveConfig(sources: ConfigSources): ResolvedConfig {
  const inUser = readFile(sources.user);
  const inFile = readFile(sources.file);
  const inOwner = readFile(sources.owner);
  const rows = SETTING_KEYS.map((key) =>
    holdToOwner(resolveRow(key, sources, { inUser, inFile }), sources.owner, inOwner.get(key)),
  );
  // Each value was checked against its row, which is what `Settings` is derived from.
  const values = Object.fromEntries(rows.map((row) => [row.key, row.value])) as unknown as Settings;
  return { values, rows };
}

type FileValues = ReadonlyMap<SettingKey, SettingValue>;

const readFile = (file: ConfigFile | undefined): FileValues =>
  file === undefined ? new Map() : checkFile(file.path, file.content);

function resolveRow(
  key: SettingKey,
  sources: ConfigSources,
  { inUser, inFile }: { readonly inUser: FileValues; readonly inFile: FileValues },
): ConfigRow {
  const named = findNamed(key, sources);
  const own = named ?? findOwn(key, sources, inUser);
  const asked = inFile.get(key);
  if (asked === undefined || sources.file === undefined) return own;
  const fromFile: ConfigRow = { key, value: asked, origin: 'file', from: sources.file.path };
  switch (judgeAsked(getSetting(key), asked, own.value)) {
    case 'free':
      return named ?? fromFile;
    case 'stricter':
      return fromFile;
    case 'weaker':
      if (named !== undefined) return named;
      return sources.approved?.has(key) === true ? fromFile : { ...own, withheld: asked };
  }
}

function holdToOwner(row: ConfigRow, owner: ConfigFile | undefined, asked: SettingValue | undefined): ConfigRow {
  if (owner === undefined || asked === undefined || asked === row.value) return row;
  const isStricter = judgeAsked(getSetting(row.key), asked, row.value) === 'stricter';
  return isStricter ? { key: row.key, value: asked, origin: 'file', from: owner.path } : row;
}

/** What this user says for this very call. */
function findNamed(key: SettingKey, sources: ConfigSources): ConfigRow | undefined {
  const flag = sources.flags[key];
  if (flag !== undefined) return { key, value: parseText(key, flag, 'flag'), origin: 'flag' };
  const name = environmentName(key);
  const variable = sources.environment[name];
  if (variable === undefined || variable === '') return undefined;
  return { key, value: parseText(key, variable, name), origin: 'environment', from: name };
}

function findOwn(key: SettingKey, { user }: ConfigSources, inUser: FileValues): ConfigRow {
  const value = inUser.get(key);
  if (value === undefined || user === undefined) return { key, value: getSetting(key).default, origin: 'default' };
  return { key, value, origin: 'user', from: user.path };
}

function checkFile(path: string, content: unknown): Map<SettingKey, SettingValue> {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new BatonError('CONFIG_INVALID', `${path} must contain a JSON object`, { path });
  }
  const flat = Object.entries(flatten(content));
  return new Map(flat.filter(([key]) => key !== '$schema').map(([key, value]) => checkEntry(path, key, value)));
}

/** `{delegation: {maxDepth: 2}}` and `{"delegation.maxDepth": 2}` say the same. */
function flatten(content: object, prefix = ''): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(content)) {
    const key = `${prefix}${name}`;
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isGroup) Object.assign(flat, flatten(value, `${key}.`));
    else flat[key] = value;
  }
  return flat;
}

function checkEntry(path: string, key: string, value: unknown): [SettingKey, SettingValue] {
  const known = SETTING_KEYS.find((candidate) => candidate === key);
  if (known === undefined) {
    const near = findNearest(key, SETTING_KEYS);
    const advice = near === undefined ? `known are ${SETTING_KEYS.join(', ')}` : `did you mean ${near}?`;
    throw new BatonError('CONFIG_INVALID', `${path}: unknown setting ${key}; ${advice}`, { path, key });
  }
  return [known, checkValue(known, value, path)];
}

function parseText(key: SettingKey, text: string, from: string): SettingValue {
  switch (getSetting(key).kind) {
    case 'number':
      return checkValue(key, /^-?\d+$/.test(text.trim()) ? Number(text) : text, from);
    case 'switch':
      return checkValue(
        key,
        ({ on: true, true: true, 1: true, off: false, false: false, 0: false } as Record<string, boolean>)[text] ??
          text,
        from,
      );
    default:
      return checkValue(key, text, from);
  }
}

function checkValue(key: SettingKey, value: unknown, from: string): SettingValue {
  const setting = getSetting(key);
  if (isAllowed(setting, value)) return value;
  throw new BatonError(
    'CONFIG_INVALID',
    `${from}: ${key} must be ${describeAllowed(setting)}, found ${JSON.stringify(isText(value) ? maskSetting(setting, value) : value)}`,
    {
      key,
      from,
    },
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isAllowed(setting: Setting, value: unknown): value is SettingValue {
  switch (setting.kind) {
    case 'choice':
      return typeof value === 'string' && (setting.choices ?? []).includes(value);
    case 'number':
      return (
        Number.isInteger(value) &&
        (value as number) >= (setting.min ?? Number.NEGATIVE_INFINITY) &&
        (value as number) <= (setting.max ?? Number.POSITIVE_INFINITY)
      );
    case 'switch':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string' && value.trim() !== '';
  }
}

export function describeAllowed(setting: Setting): string {
  switch (setting.kind) {
    case 'choice':
      return `one of ${(setting.choices ?? []).join(', ')}`;
    case 'number':
      return `a whole number from ${setting.min} to ${setting.max}`;
    case 'switch':
      return 'true or false';
    case 'text':
      return 'a text that is not empty';
  }
}

/**
 * How a value of the project's file relates to what applies without it. `free`: a repository may set it. `stricter`: it
 * holds whatever else is said. `weaker`: only a person can let it in.
 */
type Standing = 'free' | 'stricter' | 'weaker';

function judgeAsked({ repository, default: usual }: Setting, asked: SettingValue, own: SettingValue): Standing {
  switch (repository?.kind) {
    case undefined:
      return 'free';
    case 'stricter':
      return repository.order.indexOf(asked) >= repository.order.indexOf(own) ? 'stricter' : 'weaker';
    case 'lower':
      return Number(asked) <= Number(own) ? 'stricter' : 'weaker';
    case 'ceiling':
      return Number(asked) <= Number(own) ? 'free' : 'weaker';
    case 'inside':
      return staysInside(asked) ? 'free' : 'weaker';
    case 'approved':
      return asked === usual ? 'free' : 'weaker';
  }
}

/** A plain relative path below the project. Where its folders lead is checked when something is written. */
const staysInside = (value: SettingValue): boolean =>
  typeof value === 'string' &&
  !/^(?:[/\\~]|[A-Za-z]:)/.test(value) &&
  !value.includes('\0') &&
  value.split(/[/\\]/).every((part) => part !== '..' && part.toLowerCase() !== '.git');
