import { appendAll } from './append-all.ts';
import type { FindingKind, Finding } from '../kernel/finding.ts';
import type { Scanner, ScanOptions } from '../kernel/ports/index.ts';
import { applyAllowLists, findInlineAllows, NO_INLINE_ALLOWS } from './allow.ts';
import { parseAllowList } from './allow-list.ts';
import { renderFindings } from './findings.ts';
import { frame } from '../kernel/frame.ts';
import { findInjections } from './find-injections.ts';
import { findSeedPhrases } from './injection/seed-phrases.ts';
import { findPii } from './pii/find-pii.ts';
import { getShippedModel, loadModel, type LoadedModel, type ModelData } from './model/score.ts';
import { blankOwnFields } from './own-fields.ts';
import { joinHits, limitHits } from './join-hits.ts';
import { MAX_CHARACTERS } from './limits.ts';
import type { Hit } from './rule.ts';
import { shareUnits } from './text/unit-reader.ts';
import { STRUCTURE_RULES } from './structure/rules.ts';
import { readText, scanHidden, type HiddenSearch } from './scan-views.ts';
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

/** Project state is read by people and checked twice; there the model speaks only with more to say than elsewhere. */
const HANDOFF_LEAD = 0.75;

function scan(whole: string, options: ScanOptions, getModel: () => LoadedModel): readonly Finding[] {
  const text = whole.length > MAX_CHARACTERS ? whole.slice(0, MAX_CHARACTERS) : whole;
  const wants = (kind: FindingKind): boolean => options.kinds === undefined || options.kinds.includes(kind);
  const found = [
    ...look(
      blankOwnFields(text, options.file),
      { instructions: wants('injection') || wants('structure'), pii: wants('pii') },
      options,
      getModel,
    ),
    ...(whole.length > text.length ? [notReadFurther(text.length)] : []),
  ];
  const wanted = joinHits(found.filter(({ isUntold }) => isUntold !== true)).filter(
    (hit) => wants(hit.rule.kind) || hit.rule === STRUCTURE_RULES.limit,
  );
  const inline = options.inlineAllows === true ? findInlineAllows(text) : NO_INLINE_ALLOWS;
  const kept = applyAllowLists(text, wanted, {
    inline,
    lists: options.allow ?? [],
    file: options.file,
    ...(options.onAllowed === undefined ? {} : { onAllowed: options.onAllowed.bind(options) }),
  });
  return renderFindings(text, options.all === true ? kept : limitHits(kept), { file: options.file, found });
}

/** Secrets are always looked for: no excerpt may show one. Instructions are read once: in the unfolded text if there is one. */
function look(
  text: string,
  wanted: Pick<HiddenSearch, 'instructions' | 'pii'>,
  { file, model: isWanted }: ScanOptions,
  getModel: () => LoadedModel,
): Hit[] {
  shareUnits(text);
  const isHandoff = findHandoffPlace(file) !== undefined;
  const model = isWanted === false || !wanted.instructions ? undefined : getModel();
  const read = readText(text);
  const hidden = scanHidden(read, { ...wanted, model, file });
  const hits = [...read.sweep.secrets, ...(wanted.pii ? findPii(text) : [])];
  if (wanted.instructions) {
    if (!hidden.isUnfolded) appendAll(hits, findInjections(text, { model, warningLead: isHandoff ? HANDOFF_LEAD : 0 }));
    appendAll(hits, findStructure(text, file, read.frameWindows));
    appendAll(hits, findConcealment(text, read.invisible));
    appendAll(hits, findSeedPhrases(text, read.sweep.seedPlaces, isHandoff));
  }
  return hits.concat(hidden.hits);
}

const notReadFurther = (end: number): Hit => ({
  rule: STRUCTURE_RULES.limit,
  severity: 'error',
  start: end,
  end,
  message: `text is longer than ${MAX_CHARACTERS} characters; nothing after them was scanned`,
});
