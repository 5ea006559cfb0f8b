/** What a session writes, as changes of one value: texts, task graph, and the record of whose words they are. Pure. */
import { BatonError } from '../../../kernel/errors/index.ts';
import { listSections, splitLog } from '../../../kernel/markdown/index.ts';
import { changeActions, type ActionChange, type GraphState } from '../actions/index.ts';
import { joinLedgers, listParts, recordChange, type Ledger } from '../labels/index.ts';
import { addEntry, amendEntry, EMPTY_LOG } from '../log/index.ts';
import { ARCHIVE_FILE, isIndexed } from '../names.ts';
import type { Provenance } from '../schema.ts';
import { setProvenance, setSection } from '../status.ts';
import { addClaim, EMPTY_TRUST, findClaim, TRUST_FILE, verifyClaim, type Verification } from '../trust/index.ts';

export interface SessionDraft {
  readonly texts: ReadonlyMap<string, string>;
  readonly graph: GraphState | undefined;
  readonly ledger: Ledger;
}

function withText(draft: SessionDraft, file: string, text: string, owned: (name: string) => boolean): SessionDraft {
  const before = draft.texts.get(file) ?? '';
  if (before === text) return draft;
  return {
    ...draft,
    texts: new Map(draft.texts).set(file, text),
    ledger: joinLedgers(draft.ledger, recordChange(before, text, owned)),
  };
}

export interface EntryEdit {
  readonly title: string;
  readonly body: string;
  readonly provenance: Provenance;
}

const LOG = 'LOG.md';

/** A new entry on top of LOG.md. */
export function draftEntry(draft: SessionDraft, edit: EntryEdit): SessionDraft {
  const text = addEntry(draft.texts.get(LOG) ?? EMPTY_LOG, edit);
  const title = splitLog(text).entries[0]?.title;
  return withText(draft, LOG, text, (name) => name === title);
}

/** The newest entry of the same session with other words. */
export function draftAmendment(draft: SessionDraft, edit: EntryEdit): SessionDraft {
  const { text, title } = amendEntry(draft.texts.get(LOG) ?? '', edit);
  return withText(draft, LOG, text, (name) => name === title);
}

export interface SectionEdit {
  readonly file: string;
  readonly section: string;
  readonly body: string;
  /** Add the section if the file has none of that name. */
  readonly create: boolean;
  readonly provenance: Provenance;
}

/** One section; every byte outside it stays, except STATUS.md's provenance block. */
export function draftSection(draft: SessionDraft, edit: SectionEdit): SessionDraft {
  const { file, section, body, create, provenance } = edit;
  assertWritable(file);
  const old = draft.texts.get(file);
  if (old === undefined && !create)
    throw new BatonError('FILE_NOT_FOUND', `there is no ${file} in .ai/handoff`, { file });
  const replaced = setSection(old ?? '', section, body, create);
  if (replaced === (old ?? '')) return vouch(draft, file, section);
  const text = file === 'STATUS.md' ? setProvenance(replaced, provenance) : replaced;
  return withText(draft, file, text, (name) => name === section);
}

/** Words that Baton put together itself: an entry and a section of STATUS.md that no session stands for. */
export function draftNote(draft: SessionDraft, entry: EntryEdit, section: Omit<SectionEdit, 'create'>): SessionDraft {
  const written = draftSection(draftEntry(draft, entry), { ...section, create: true });
  const title = splitLog(written.texts.get(LOG) ?? '').entries[0]?.title;
  const hashesOf = (file: string, part: string | undefined): string[] =>
    listParts(written.texts.get(file) ?? '').flatMap(({ name, hash }) => (name === part ? [hash] : []));
  const unowned = new Set([...hashesOf(LOG, title), ...hashesOf(section.file, section.section)]);
  const isOwned = (each: string): boolean => !unowned.has(each.slice(each.indexOf('>') + 1));
  return { ...written, ledger: [...written.ledger.filter(isOwned), ...[...unowned].map((hash) => `~${hash}`)] };
}

/** A section leaves with the blank line before it; nothing happens if there is none of that name. */
export function draftRemoval(draft: SessionDraft, file: string, name: string): SessionDraft {
  const text = draft.texts.get(file) ?? '';
  const section = listSections(text).sections.find((each) => each.name === name);
  if (section === undefined) return draft;
  const head = text.slice(0, section.start).replace(/(\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)$/, '$1');
  return withText(draft, file, `${head}${text.slice(section.end).replace(/^(?:\r\n|\n|\r)/, '')}`, () => false);
}

/** The session stands for these words as they are. */
export function vouch(draft: SessionDraft, file: string, section: string | undefined): SessionDraft {
  const parts = listParts(draft.texts.get(file) ?? '').filter(({ name }) => section === undefined || name === section);
  if (parts.length === 0)
    throw new BatonError('SECTION_NOT_FOUND', `${file} has no section "${section ?? ''}"`, { file, section });
  return {
    ...draft,
    ledger: joinLedgers(
      draft.ledger,
      parts.map(({ hash }) => hash),
    ),
  };
}

/** A name of this folder, and none that has a command of its own. */
function assertWritable(file: string): void {
  if (!/^[\w.-]+\.md$/.test(file) || !isIndexed(file))
    throw new BatonError('INPUT_INVALID', `"${file.slice(0, 60)}" is not a Markdown file of .ai/handoff`, { file });
  if (file === LOG || file === ARCHIVE_FILE)
    throw new BatonError('INPUT_INVALID', `${file} is not changed by sections`, { file, hint: 'use baton log' });
}

const ACTIONS = 'NEXT_ACTIONS.md';

export interface ActionEdit extends ActionChange {
  readonly nowMs: number;
  /** MANIFEST.json as it stands: its ids are not given again either. */
  readonly manifestText: string;
}

/** One item of NEXT_ACTIONS.md, and its task in the graph. */
export function draftAction(draft: SessionDraft, edit: ActionEdit): SessionDraft & { readonly id: string | undefined } {
  const { text, graph, id } = changeActions({ text: draft.texts.get(ACTIONS) ?? '', graph: draft.graph }, edit, {
    texts: [...draft.texts.values(), edit.manifestText],
    nowMs: edit.nowMs,
  });
  return { ...withText(draft, ACTIONS, text, () => false), graph, id };
}

/** An assertion the session has seen hold: verified again, or added to the register. */
export function draftClaim(draft: SessionDraft, property: string, verification: Verification): SessionDraft {
  const old = draft.texts.get(TRUST_FILE) ?? EMPTY_TRUST;
  const change = findClaim(old, property) === undefined ? addClaim : verifyClaim;
  return withText(draft, TRUST_FILE, change(old, property, verification), () => false);
}

/** TRUST.md with other changes. */
export const draftTrust = (draft: SessionDraft, text: string): SessionDraft =>
  withText(draft, TRUST_FILE, text, () => false);
