/** Leaves out what Baton itself writes into a manifest: checksums, commits, ids and times. */

import type { Finding, FindingKind } from '../kernel/finding.ts';
import { frame } from '../kernel/frame.ts';
import { isGeneratedForm } from '../kernel/generated-form.ts';
import type { Scanner, ScanOptions } from '../kernel/ports/index.ts';
import { parseAllowList } from './allow-list.ts';
import { applyAllowLists, findInlineAllows, NO_INLINE_ALLOWS } from './allow.ts';
import { findInjections } from './find-injections.ts';
import { joinHits, limitHits, MAX_CHARACTERS, renderFindings } from './findings.ts';
import { findSeedPhrases } from './injection/seed-phrases.ts';
import { getShippedModel, loadModel, type LoadedModel, type ModelData } from './model/score.ts';
import { once } from './once.ts';
import { findPii } from './pii/find-pii.ts';
import { appendAll, type Hit } from './rule.ts';
import { readText, scanHidden, type HiddenSearch } from './scan-views.ts';
import { findConcealment } from './structure/find-concealment.ts';
import { findHandoffPlace, findStructure } from './structure/find-structure.ts';
import { STRUCTURE_RULES } from './structure/rules.ts';
import { shareUnits } from './text/units.ts';

/** The guard as a port. It keeps no state between calls; tables are built on first use. Another model is for evaluation. */
export const createScanner = (model?: ModelData): Scanner => {
  const getModel = model === undefined ? getShippedModel : once(() => loadModel(model));
  return { scan: (text, options = {}) => scan(text, options, getModel), parseAllowList, frame };
};

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

const MANIFEST = /(?:^|[/\\])MANIFEST\.json$/;
/** A member with a string of one word; everything else in a manifest was written by somebody. */
const MEMBER = /"(\w{1,40})"\s{0,4}:\s{0,4}"([^"\\\s]{1,200})"/g;
const COMMIT = /^[0-9a-f]{7,64}$/;
const COMMIT_FIELDS: ReadonlySet<string> = new Set(['commit']);

/** The text with such values blank, each in its place, so that findings keep their positions. */
export function blankOwnFields(text: string, file: string | undefined): string {
  if (file === undefined || !MANIFEST.test(file)) return text;
  return text.replaceAll(MEMBER, (member, name: string, value: string) =>
    isGeneratedForm(value) || (COMMIT_FIELDS.has(name) && COMMIT.test(value))
      ? `${member.slice(0, -value.length - 1)}${' '.repeat(value.length)}"`
      : member,
  );
}
