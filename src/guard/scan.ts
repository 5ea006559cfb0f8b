import { splitLines, type FindingKind, type Finding, type Scanner, type ScanOptions } from '../kernel/index.ts';
import { applyAllowLists, findInlineAllows } from './allow.ts';
import { parseAllowList } from './allow-list.ts';
import { renderFindings } from './findings.ts';
import { frame } from './frame.ts';
import { findInjections } from './injection/find-injections.ts';
import { INJECTION_RULES } from './injection/rules.ts';
import { findSeedPhrases } from './injection/seed-phrases.ts';
import { findPii } from './pii/find-pii.ts';
import type { Hit } from './rule.ts';
import { scanHidden } from './scan-views.ts';
import { findSecrets } from './secrets/find-secrets.ts';
import { findConcealment } from './structure/find-concealment.ts';
import { findStructure } from './structure/find-structure.ts';

/** The guard as a port. It keeps no state between calls; tables are built on first use. */
export const createScanner = (): Scanner => ({ scan, parseAllowList, frame });

function scan(text: string, options: ScanOptions = {}): readonly Finding[] {
  const hidden = scanHidden(text);
  const wants = (kind: FindingKind): boolean => options.kinds === undefined || options.kinds.includes(kind);
  const hits = joinHits([
    ...(wants('injection') || wants('structure') ? scanForInstructions(text, options.file) : []),
    ...(wants('secret') ? findSecrets(text) : []),
    ...(wants('pii') ? findPii(text) : []),
    ...hidden.injections,
    ...hidden.structure,
    ...hidden.secrets,
  ]).filter((hit) => wants(hit.rule.kind));
  const inline = findInlineAllows(text);
  const kept = applyAllowLists(text, hits, { inline, lists: options.allow ?? [], file: options.file });
  return renderFindings(text, kept, options.file);
}

function scanForInstructions(text: string, file: string | undefined): Hit[] {
  return [
    ...findInjections(text),
    ...findStructure(text, file),
    ...findConcealment(text),
    ...findSeedPhrases(text, splitLines(text)),
  ];
}

const RANK = { error: 0, warning: 1, note: 2 } as const;

/** The same rule sees the same place through several views; a seed phrase inside a shown passage needs no remark of its own. */
function joinHits(hits: readonly Hit[]): Hit[] {
  const kept: Hit[] = [];
  for (const hit of hits.toSorted(
    (a, b) => a.start - b.start || RANK[a.severity] - RANK[b.severity] || b.end - a.end,
  )) {
    const isSeed = hit.rule === INJECTION_RULES.seedPhrase;
    const isKnown = kept.some(
      (other) =>
        hit.start < other.end &&
        other.start < hit.end &&
        (other.rule === hit.rule || (isSeed && other.rule.kind === 'injection')),
    );
    if (!isKnown) kept.push(hit);
  }
  return kept;
}
