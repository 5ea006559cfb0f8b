import type { FindingKind, Finding, Scanner, ScanOptions } from '../kernel/index.ts';
import { applyAllowLists, findInlineAllows, NO_INLINE_ALLOWS } from './allow.ts';
import { parseAllowList } from './allow-list.ts';
import { renderFindings } from './findings.ts';
import { frame } from './frame.ts';
import { findInjections } from './injection/find-injections.ts';
import { INJECTION_RULES } from './injection/rules.ts';
import { findSeedPhrases } from './injection/seed-phrases.ts';
import { findPii } from './pii/find-pii.ts';
import { getShippedModel, loadModel, type LoadedModel, type ModelData } from './model/score.ts';
import { MOST_CHARACTERS, MOST_HITS } from './limits.ts';
import type { Hit, Rule } from './rule.ts';
import { STRUCTURE_RULES } from './structure/rules.ts';
import { readText, scanHidden } from './scan-views.ts';
import { findConcealment } from './structure/find-concealment.ts';
import { findStructure } from './structure/find-structure.ts';
import { findHandoffPlace } from './structure/handoff-place.ts';

/** The guard as a port. It keeps no state between calls; tables are built on first use. Another model is for evaluation. */
export const createScanner = (model?: ModelData): Scanner => {
  const getModel = model === undefined ? getShippedModel : once(() => loadModel(model));
  return { scan: (text, options = {}) => scan(text, options, getModel), parseAllowList, frame };
};

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function scan(whole: string, options: ScanOptions, getModel: () => LoadedModel): readonly Finding[] {
  const text = whole.length > MOST_CHARACTERS ? whole.slice(0, MOST_CHARACTERS) : whole;
  const wants = (kind: FindingKind): boolean => options.kinds === undefined || options.kinds.includes(kind);
  const hits = joinHits([
    ...(wants('injection') || wants('structure') ? scanForInstructions(text, options, getModel) : []),
    ...(wants('injection') || wants('structure') || !wants('secret') ? [] : scanForSecrets(text)),
    ...(wants('pii') ? findPii(text) : []),
    ...(whole.length > text.length ? [notReadFurther(text.length)] : []),
  ]).filter((hit) => wants(hit.rule.kind) || hit.rule === STRUCTURE_RULES.limit);
  const inline = options.inlineAllows === true ? findInlineAllows(text) : NO_INLINE_ALLOWS;
  const kept = applyAllowLists(text, hits, { inline, lists: options.allow ?? [], file: options.file });
  return renderFindings(text, kept, options.file);
}

/** Everything but personal data. Instructions are read once: in the unfolded text where there is one. */
function scanForInstructions(text: string, { file, model: wanted }: ScanOptions, getModel: () => LoadedModel): Hit[] {
  const model = wanted === false ? undefined : getModel();
  const read = readText(text);
  const hidden = scanHidden(read, { instructions: true, model });
  return [
    ...(hidden.isUnfolded ? [] : findInjections(text, { model })),
    ...findStructure(text, file, read.frameWindows),
    ...findConcealment(text, read.invisible),
    ...findSeedPhrases(text, read.sweep.seedPlaces, findHandoffPlace(file) !== undefined),
    ...read.sweep.secrets,
    ...hidden.injections,
    ...hidden.structure,
    ...hidden.secrets,
  ];
}

function scanForSecrets(text: string): Hit[] {
  const read = readText(text);
  const hidden = scanHidden(read, { instructions: false, model: undefined });
  return [...read.sweep.secrets, ...hidden.secrets, ...hidden.structure];
}

const RANK = { error: 0, warning: 1, note: 2 } as const;

/** The same rule sees the same place through several views; a seed phrase inside a shown passage needs no remark of its own. */
function joinHits(hits: readonly Hit[]): Hit[] {
  const kept: Hit[] = [];
  const ends = new Map<Rule, number>();
  let injectionEnd = 0;
  for (const hit of hits.toSorted(
    (a, b) => a.start - b.start || RANK[a.severity] - RANK[b.severity] || b.end - a.end,
  )) {
    const isSeed = hit.rule === INJECTION_RULES.seedPhrase;
    const isWeaker = !isSeed || hit.severity !== 'error';
    if (isWeaker && hit.start < (isSeed ? injectionEnd : (ends.get(hit.rule) ?? 0))) continue;
    ends.set(hit.rule, hit.end);
    if (hit.rule.kind === 'injection') injectionEnd = Math.max(injectionEnd, hit.end);
    kept.push(hit);
  }
  return limitHits(kept);
}

/** The first ones, and a word about the rest. */
function limitHits(hits: readonly Hit[]): Hit[] {
  const cut = hits[MOST_HITS];
  if (cut === undefined) return [...hits];
  const more = { rule: STRUCTURE_RULES.limit, severity: 'warning', start: cut.start, end: cut.end } as const;
  return [...hits.slice(0, MOST_HITS), { ...more, message: `more than ${MOST_HITS} findings; the rest is not listed` }];
}

const notReadFurther = (end: number): Hit => ({
  rule: STRUCTURE_RULES.limit,
  severity: 'error',
  start: end,
  end,
  message: `text is longer than ${MOST_CHARACTERS} characters; nothing behind them was looked at`,
});
