import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';

/** The manifest as the public tool's checks read it: without a schema, five names and a list of checksums. */
export type PublicManifest =
  | { readonly kind: 'missing' }
  | { readonly kind: 'broken' }
  | {
      readonly kind: 'read';
      /** Required names that are not there. */
      readonly absent: readonly string[];
      /** Of every listed file, by its path below the folder. */
      readonly checksums: ReadonlyMap<string, Json | undefined>;
      readonly value: JsonObject;
    };

const REQUIRED = ['aahp_version', 'project', 'last_session', 'files', 'quick_context'];

export function readPublicManifest(text: string | undefined): PublicManifest {
  if (text === undefined) return { kind: 'missing' };
  const parsed = findJson(text);
  if (parsed === undefined) return { kind: 'broken' };
  const value = isJsonObject(parsed) ? parsed : {};
  const { files } = value;
  return {
    kind: 'read',
    absent: REQUIRED.filter((name) => !Object.hasOwn(value, name)),
    checksums: new Map(
      Object.entries(isJsonObject(files) ? files : {}).map(([name, entry]) => [
        name,
        isJsonObject(entry) ? entry['checksum'] : undefined,
      ]),
    ),
    value,
  };
}

/** Listed files that are there and are not as the manifest says. */
export const listMismatched = (manifest: PublicManifest, actual: ReadonlyMap<string, string>): string[] =>
  manifest.kind !== 'read'
    ? []
    : [...manifest.checksums].flatMap(([name, sum]) => (!actual.has(name) || actual.get(name) === sum ? [] : [name]));

/** Listed files that are not there. */
export const listGone = (manifest: PublicManifest, actual: ReadonlyMap<string, string>): string[] =>
  manifest.kind !== 'read' ? [] : [...manifest.checksums.keys()].filter((name) => !actual.has(name));

function findJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What a checking command of the public tool has to say, as data: the surface decides how it looks. */
export interface PublicReport {
  readonly checks: readonly PublicCheck[];
  /** More than none means exit code 1. */
  readonly violations: number;
}

/** One check of a folder that is about to be published. */
export interface PublicCheck {
  readonly title: string;
  readonly remarks: readonly PublicRemark[];
}

/** Something a check of a public folder noticed. */
export interface PublicRemark {
  /** Only a violation counts; a note is shown and changes nothing. */
  readonly state: 'ok' | 'violation' | 'note';
  readonly text: string;
}

export const ok = (text: string): PublicRemark => ({ state: 'ok', text });
export const violation = (text: string): PublicRemark => ({ state: 'violation', text });
export const note = (text: string): PublicRemark => ({ state: 'note', text });

export const makeReport = (checks: readonly PublicCheck[]): PublicReport => ({
  checks,
  violations: checks.flatMap(({ remarks }) => remarks).filter(({ state }) => state === 'violation').length,
});
