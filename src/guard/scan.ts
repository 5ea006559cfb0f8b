import { splitLines, type FindingKind, type Finding, type Scanner, type ScanOptions } from '../kernel/index.ts';
import { applyAllowLists, findInlineAllows } from './allow.ts';
import { parseAllowList } from './allow-list.ts';
import { renderFindings } from './findings.ts';
import { frame } from './frame.ts';
import { findInjections } from './injection/find-injections.ts';
import { findSeedPhrases } from './injection/seed-phrases.ts';
import { findPii } from './pii/find-pii.ts';
import type { Hit } from './rule.ts';
import { findSecrets } from './secrets/find-secrets.ts';

/** The guard as a port. It keeps no state between calls; tables are built on first use. */
export const createScanner = (): Scanner => ({ scan, parseAllowList, frame });

function scan(text: string, options: ScanOptions = {}): readonly Finding[] {
  const wants = (kind: FindingKind): boolean => options.kinds === undefined || options.kinds.includes(kind);
  const hits: Hit[] = [];
  if (wants('injection')) hits.push(...scanForInjection(text));
  if (wants('secret')) hits.push(...findSecrets(text));
  if (wants('pii')) hits.push(...findPii(text));
  const inline = findInlineAllows(text);
  const kept = applyAllowLists(text, hits, { inline, lists: options.allow ?? [], file: options.file });
  return renderFindings(text, kept, options.file);
}

function scanForInjection(text: string): Hit[] {
  const hits = findInjections(text);
  const seeds = findSeedPhrases(text, splitLines(text));
  // A passage that is shown anyway needs no second remark for the phrase in it.
  return [...hits, ...seeds.filter((seed) => !hits.some((hit) => hit.start <= seed.end && seed.start <= hit.end))];
}
