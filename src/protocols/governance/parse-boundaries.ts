/** Reads from a prompt whom its agent works with and what it leaves to others. */
import { findListItems, scanMarkdown, type ListItem } from '../../kernel/markdown/index.ts';
import type { AgentType, BoundaryReading, ScopeLine } from './schema.ts';

const SECTION_TITLES = {
  domain: ['collaboration boundaries', 'collaboration with other domains'],
  archetype: ['collaboration with other domains', 'collaboration boundaries'],
  orchestrator: ['collaboration boundaries', 'collaboration with other domains'],
} as const satisfies Record<AgentType, readonly string[]>;

/** `domainIds` are all the registry knows: `Domain 02` means the one that begins `domain-02-`. */
export function parseBoundaries(prompt: string, type: AgentType, domainIds: readonly string[]): BoundaryReading {
  const page = readPage(prompt);
  for (const title of SECTION_TITLES[type]) {
    const found = page.sections.filter((section) => section.title === title);
    if (found.length > 1) return { kind: 'unparsable', reason: `the section "${title}" stands ${found.length} times` };
    if (found[0] !== undefined) return readSection(page, found[0], domainIds);
  }
  // Without the section nobody is named: an archetype still has its constituents, a domain has nobody.
  return { kind: 'stated', with: new Set(), ...readScope(page, domainIds) };
}

function readSection(page: Page, section: PageSection, domainIds: readonly string[]): BoundaryReading {
  const partners = new Set<string>();
  let recognised = 0;
  for (const item of itemsOf(page, section)) {
    const lead = leadOf(item.text);
    if (lead === undefined) continue;
    for (const reference of referencesIn(lead)) {
      recognised += 1;
      const ids = resolve(reference, domainIds);
      if (ids.length > 1) return { kind: 'unparsable', reason: `"${reference}" means ${ids.join(' and ')}` };
      for (const id of ids) partners.add(id);
    }
  }
  const isBlank = page.text.slice(section.contentStart, section.end).trim() === '';
  if (recognised === 0 && !isBlank) {
    return { kind: 'unparsable', reason: `no line of "${section.title}" reads "- **With Domain NN (Name):** …"` };
  }
  return { kind: 'stated', with: partners, ...readScope(page, domainIds) };
}

function readScope(page: Page, domainIds: readonly string[]): { inScope: string[]; outOfScope: ScopeLine[] } {
  const linesOf = (title: RegExp): ScopeLine[] =>
    page.sections
      .filter((section) => title.test(section.title))
      .flatMap((section) => itemsOf(page, section).map((item) => toScopeLine(item.text, domainIds)));
  return { inScope: linesOf(/^in[- ]scope$/).map(({ text }) => text), outOfScope: linesOf(/^out[- ]of[- ]scope$/) };
}

const LAST_REFERENCE = /\s*\(\s*(?:→\s*)?(domain\s+\d+)[^()]*\)\.?$/i;

function toScopeLine(text: string, domainIds: readonly string[]): ScopeLine {
  const words = withoutMarks(text);
  const reference = LAST_REFERENCE.exec(words);
  const ids = reference === null ? [] : resolve(reference[1] ?? '', domainIds);
  const rest = reference === null ? words : words.slice(0, reference.index);
  return { text: rest, ...(ids.length === 1 && ids[0] !== undefined ? { target: ids[0] } : {}) };
}

/** What comes before the colon of a line that begins with "With". */
function leadOf(text: string): string | undefined {
  const words = withoutMarks(text);
  if (!/^with\s/i.test(words)) return undefined;
  const end = words.search(/:|\s[–—-]\s/);
  return end < 0 ? words : words.slice(0, end);
}

const referencesIn = (lead: string): string[] => lead.match(/\bdomain(?:\s+\d+|-\d+-[a-z0-9-]+)/gi) ?? [];

function resolve(reference: string, domainIds: readonly string[]): string[] {
  if (domainIds.includes(reference)) return [reference];
  const number = /^domain\s+(\d+)$/i.exec(reference)?.[1];
  if (number === undefined) return [];
  return domainIds.filter((id) => Number(/^domain-(\d+)-/.exec(id)?.[1] ?? Number.NaN) === Number(number));
}

const withoutMarks = (text: string): string => text.replaceAll(/[*_`]/g, '').trim();

interface Page {
  readonly text: string;
  /** Lines of the lists themselves: what is nested below another line says something about that line. */
  readonly items: readonly ListItem[];
  readonly sections: readonly PageSection[];
}

interface PageSection {
  readonly title: string;
  readonly contentStart: number;
  readonly end: number;
}

const BOLD_LINE = /^(?:\*\*|__)([^*_]+)(?:\*\*|__):?$/;
/** A line in bold ranks below every heading and ends at the next. */
const BOLD_LEVEL = 7;

/** Prompts write their sections as headings of any level, or as a line in bold. */
function readPage(text: string): Page {
  const { headings, lines } = scanMarkdown(text);
  const marks = headings
    .filter(({ depth }) => depth === 0)
    .map(({ text: title, level, line, lastLine }) => ({
      title,
      level,
      start: lines[line - 1]?.start ?? 0,
      contentStart: lines[lastLine - 1]?.next ?? text.length,
    }));
  for (const line of lines) {
    const bold =
      line.kind === 'text' && line.depth === 0 ? BOLD_LINE.exec(text.slice(line.start, line.end).trim()) : null;
    if (bold !== null)
      marks.push({ title: bold[1] ?? '', level: BOLD_LEVEL, start: line.start, contentStart: line.next });
  }
  marks.sort((a, b) => a.start - b.start);
  const ends = findEnds(marks, text.length);
  const sections = marks.map(({ title, contentStart }, index) => ({
    title: titleOf(title),
    contentStart,
    end: ends[index] ?? text.length,
  }));
  return { text, items: findListItems(text).filter(({ depth }) => depth === 0), sections };
}

/** A section ends with the next heading of its level or a higher one. Each heading is looked at once. */
function findEnds(marks: readonly { readonly level: number; readonly start: number }[], length: number): number[] {
  const ends = marks.map(() => length);
  const open: number[] = [];
  for (const [index, { level, start }] of marks.entries()) {
    while ((marks[open.at(-1) ?? -1]?.level ?? 0) >= level) ends[open.pop() ?? 0] = start;
    open.push(index);
  }
  return ends;
}

const titleOf = (heading: string): string =>
  withoutMarks(heading)
    .replace(/^\d+(?:\.\d+)*[.)]?\s+/, '')
    .replace(/:$/, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();

/** Found by halving, since a page can have as many sections as lines. */
function itemsOf({ items }: Page, { contentStart, end }: PageSection): readonly ListItem[] {
  const firstFrom = (offset: number): number => {
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((items[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return items.slice(firstFrom(contentStart), firstFrom(end));
}
