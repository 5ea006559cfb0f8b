import { compareFindings, type Finding } from '../../kernel/finding.ts';
import { isJsonObject, parseJson, type Json } from '../../kernel/json.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { HANDOFF_FOLDER, MANIFEST_FILE } from '../../protocols/project/index.ts';
import { readExtras } from './folder/folder-files.ts';
import { getHandoff, readTexts } from './folder/read-handoff.ts';
import { lint, type LintResult } from './lint.ts';

const ALLOW_FILE = 'pii-allowlist.json';
/** Of what the guard and the lint say, what the public tool checks too. */
const isShared = ({ rule, kind }: Finding): boolean =>
  rule === 'structure-conflict-marker' ||
  (!rule.startsWith('structure-') && !['injection', 'secret', 'pii'].includes(kind));

/** The public AAHP tool's lint: its own list of phrases, secrets and addresses in place of the guard. */
export async function lintLikeAahp(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'scanner' | 'tokens'>,
): Promise<LintResult> {
  const result = await lint(platform);
  const handoff = await getHandoff(platform);
  const texts = new Map(readTexts(handoff));
  for (const extra of await readExtras(platform, handoff.folder))
    if ('text' in extra) texts.set(extra.name, extra.text);
  if (handoff.manifestText !== undefined) texts.set(MANIFEST_FILE, handoff.manifestText);
  const scanner = await platform.scanner();
  const allowedAddresses = readAllowed(texts.get(ALLOW_FILE), platform.clock.now());
  const found = [...texts].flatMap(([name, text]) =>
    scanner.scanLikeAahp(text, { file: `${HANDOFF_FOLDER}/${name}`, allowedAddresses }),
  );
  return { ...result, findings: [...result.findings.filter(isShared), ...found].sort(compareFindings) };
}

/** Addresses that are approved until today or later. */
function readAllowed(text: string | undefined, nowMs: number): string[] {
  if (text === undefined) return [];
  try {
    const list = parseJson(text);
    const entries = isJsonObject(list) && Array.isArray(list['entries']) ? (list['entries'] as readonly Json[]) : [];
    return entries.flatMap((entry) =>
      isJsonObject(entry) && typeof entry['value'] === 'string' && !isExpired(entry['expires'], nowMs)
        ? [entry['value']]
        : [],
    );
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return [];
  }
}

const isExpired = (expires: Json | undefined, nowMs: number): boolean =>
  typeof expires !== 'string' || !(Date.parse(`${expires}T23:59:59Z`) >= nowMs);
