/** Named sections between `<!-- SECTION: name -->` and `<!-- /SECTION: name -->`, each marker alone on its line. */
import { BatonError } from '../errors/index.ts';
import { detectLineEnding, hasFinalNewline, withLineEnding } from '../text.ts';
import { scanMarkdown } from './scan.ts';
import type { MarkdownLine } from './types.ts';

export interface Section {
  readonly name: string;
  readonly openLine: number;
  readonly closeLine: number;
  /** Offsets: the markers' lines are `start..contentStart` and `contentEnd..end`. */
  readonly start: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
}

export type SectionProblemKind = 'unclosed' | 'unopened' | 'nested' | 'crossed' | 'duplicate' | 'not-alone';

export interface SectionProblem {
  readonly kind: SectionProblemKind;
  readonly name: string;
  readonly line: number;
  /** The other section of a nested or crossed pair, or the first of a duplicate, and its line. */
  readonly other?: { readonly name: string; readonly line: number };
  readonly message: string;
}

export interface SectionList {
  /** In order of their opening markers; those with problems too if both markers exist. */
  readonly sections: readonly Section[];
  readonly problems: readonly SectionProblem[];
}

/** Markers in code, in longer comments, in quotes and in list items are text. */
export function listSections(text: string): SectionList {
  // Most files have none, and a log of years is not worth scanning for what it cannot hold.
  if (!text.includes('SECTION:')) return { sections: [], problems: [] };
  const pairing = new MarkerPairing();
  for (const [index, line] of scanMarkdown(text).lines.entries()) {
    if (!mayBeMarker(line)) continue;
    const mark = findMark(text.slice(line.contentStart, line.end));
    if (mark !== undefined) pairing.add({ ...mark, line: index + 1, start: line.start, next: line.next });
  }
  return pairing.finish();
}

/** The section of that name; SECTION_NOT_FOUND, or SECTION_INVALID if its markers leave open what it is. */
export function getSection(text: string, name: string): Section {
  const { sections, problems } = listSections(text);
  const faults = problems.filter((problem) => problem.name === name || problem.other?.name === name);
  if (faults.length > 0) {
    const message = faults.map((fault) => `${fault.message} (line ${fault.line})`).join('; ');
    throw new BatonError('SECTION_INVALID', message, { section: name, lines: faults.map((fault) => fault.line) });
  }
  const found = sections.find((section) => section.name === name);
  if (found !== undefined) return found;
  const known = sections.map((section) => section.name);
  const hint =
    known.length === 0
      ? `the file has no sections: put the text between <!-- SECTION: ${name} --> and <!-- /SECTION: ${name} -->`
      : `its sections are ${known.join(', ')}`;
  throw new BatonError('SECTION_NOT_FOUND', `there is no section "${name}"`, { section: name, known, hint });
}

export const readSection = (text: string, name: string): string => {
  const { contentStart, contentEnd } = getSection(text, name);
  return text.slice(contentStart, contentEnd);
};

/** Every byte outside the section stays. The body gets the line ending of the opening marker, also at its end. */
export function replaceSection(text: string, name: string, body: string): string {
  const section = getSection(text, name);
  const content = renderBody(body, text.slice(section.start, section.contentStart));
  const result = text.slice(0, section.contentStart) + content + text.slice(section.contentEnd);
  assertStillWhole(text, result, section, content.length);
  return result;
}

/** A whole section with its markers, in the line endings of the text around it. */
export function renderSection(name: string, body: string, around: string): string {
  const ending = detectLineEnding(around);
  return `<!-- SECTION: ${name} -->${ending}${renderBody(body, around)}<!-- /SECTION: ${name} -->${ending}`;
}

function renderBody(body: string, around: string): string {
  const ending = detectLineEnding(around);
  const content = withLineEnding(body, ending);
  return content === '' || hasFinalNewline(content) ? content : content + ending;
}

/** A body can bring markers of its own, or a fence or comment that swallows the closing marker. */
function assertStillWhole(before: string, after: string, section: Section, length: number): void {
  const old = listSections(before);
  const now = listSections(after);
  const replaced = now.sections.find(({ start }) => start === section.start);
  const isWhole =
    sectionNames(now) === sectionNames(old) &&
    now.problems.length === old.problems.length &&
    replaced?.contentEnd === section.contentStart + length;
  if (isWhole) return;
  throw new BatonError(
    'INPUT_INVALID',
    `the new content of section "${section.name}" would break the file's sections`,
    {
      section: section.name,
      hint: 'leave out section markers, and close every code fence and comment the content opens',
    },
  );
}

const sectionNames = (list: SectionList): string => JSON.stringify(list.sections.map(({ name }) => name));

interface Mark {
  readonly isClose: boolean;
  readonly name: string;
  readonly isAlone: boolean;
}

/** A comment that begins a block, or one inside a block of tags, where comments need no blank line before them. */
const mayBeMarker = (line: MarkdownLine): boolean =>
  line.kind === 'html' &&
  line.depth === 0 &&
  ((line.html === 'comment' && line.opens) || line.html === 'block' || line.html === 'any');

const OPENING = /^<!--[ \t]*(\/?)SECTION:/;

function findMark(content: string): Mark | undefined {
  const opening = OPENING.exec(content);
  const close = content.indexOf('-->');
  if (opening === null || close < opening[0].length) return undefined;
  const name = content.slice(opening[0].length, close).trim();
  if (name === '') return undefined;
  return { isClose: opening[1] === '/', name, isAlone: content.slice(close + 3).trim() === '' };
}

interface PlacedMark extends Mark {
  readonly line: number;
  readonly start: number;
  readonly next: number;
}

interface OpenMark {
  readonly mark: PlacedMark;
  isClosed: boolean;
}

/** Pairs markers in one pass, whatever their order. */
class MarkerPairing {
  private readonly sections: Section[] = [];
  private readonly problems: SectionProblem[] = [];
  private readonly open: OpenMark[] = [];
  private readonly openByName = new Map<string, OpenMark[]>();
  private readonly firstByName = new Map<string, PlacedMark>();

  add(mark: PlacedMark): void {
    if (!mark.isAlone) return this.report('not-alone', mark, `there is other text beside the marker of "${mark.name}"`);
    if (mark.isClose) this.close(mark);
    else this.begin(mark);
  }

  finish(): SectionList {
    for (const { mark, isClosed } of this.open) {
      if (!isClosed) this.report('unclosed', mark, `section "${mark.name}" is never closed`);
    }
    return {
      sections: this.sections.toSorted((a, b) => a.start - b.start),
      problems: this.problems.toSorted((a, b) => a.line - b.line),
    };
  }

  private begin(mark: PlacedMark): void {
    const outer = this.innermost();
    if (outer !== undefined) {
      this.report('nested', mark, `section "${mark.name}" begins inside section "${outer.mark.name}"`, outer.mark);
    }
    const first = this.firstByName.get(mark.name);
    if (first === undefined) this.firstByName.set(mark.name, mark);
    else this.report('duplicate', mark, `section "${mark.name}" occurs twice`, first);
    const opened: OpenMark = { mark, isClosed: false };
    this.open.push(opened);
    const sameName = this.openByName.get(mark.name);
    if (sameName === undefined) this.openByName.set(mark.name, [opened]);
    else sameName.push(opened);
  }

  private close(mark: PlacedMark): void {
    const opened = this.openByName.get(mark.name)?.pop();
    if (opened === undefined) return this.report('unopened', mark, `section "${mark.name}" is closed but not open`);
    const inner = this.innermost();
    if (inner !== undefined && inner !== opened) {
      this.report('crossed', mark, `section "${mark.name}" ends inside section "${inner.mark.name}"`, inner.mark);
    }
    opened.isClosed = true;
    const { name, line: openLine, start, next: contentStart } = opened.mark;
    this.sections.push({
      name,
      openLine,
      closeLine: mark.line,
      start,
      contentStart,
      contentEnd: mark.start,
      end: mark.next,
    });
  }

  private innermost(): OpenMark | undefined {
    while (this.open.at(-1)?.isClosed === true) this.open.pop();
    return this.open.at(-1);
  }

  private report(kind: SectionProblemKind, mark: PlacedMark, message: string, other?: PlacedMark): void {
    const problem = { kind, name: mark.name, line: mark.line, message };
    this.problems.push(other === undefined ? problem : { ...problem, other: { name: other.name, line: other.line } });
  }
}
