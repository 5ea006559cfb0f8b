/** What to read for which kind of work. */
import { listSections, outlineMarkdown } from '../../kernel/markdown/index.ts';
import { hasSubstance, namesWork, parseItems, splitId } from './items/index.ts';
import { compareNames, CORE_FILES, isInFullRead } from './names.ts';

/** The kinds of work a reader can be oriented for. */
export const WORK_KINDS = ['fix', 'feature', 'debug', 'first'] as const;
/** A kind of work a reader can be oriented for. */
export type WorkKind = (typeof WORK_KINDS)[number];

export const DEBUG_ENTRIES = 3;

/** Names in the order they are read. */
export function planReading(kind: WorkKind, names: readonly string[]): readonly string[] {
  const wanted = {
    fix: CORE_FILES,
    feature: [...CORE_FILES, 'CONVENTIONS.md', 'WORKFLOW.md'],
    debug: [...CORE_FILES, 'LOG.md', 'TRUST.md'],
    first: names.filter(isInFullRead).toSorted(compareNames),
  }[kind];
  return wanted.filter((name) => names.includes(name));
}

/** Where NEXT_ACTIONS names nothing to do, the dashboard may. */
export function addDashboard(reading: readonly string[], texts: ReadonlyMap<string, string>): readonly string[] {
  if (reading.includes(DASHBOARD) || !hasSubstance(texts.get(DASHBOARD) ?? '')) return reading;
  if (namesWork(texts.get('NEXT_ACTIONS.md') ?? '')) return reading;
  const after = reading.indexOf('NEXT_ACTIONS.md') + 1 || reading.length;
  return reading.toSpliced(after, 0, DASHBOARD);
}

const DASHBOARD = 'DASHBOARD.md';

/** A section by its marker, by the words of a heading, or by the id of an item. */
export function findPart(text: string, name: string): string | undefined {
  const section = listSections(text).sections.find((each) => each.name === name);
  if (section !== undefined) return text.slice(section.contentStart, section.contentEnd);
  const nodes = outlineMarkdown(text);
  const wanted = name.toLowerCase();
  const node =
    nodes.find(({ heading }) => heading.text.toLowerCase() === wanted) ??
    nodes.find(({ heading }) => splitId(heading.text).id?.toLowerCase() === wanted);
  if (node !== undefined) return text.slice(node.start, node.end);
  const item = parseItems(text).items.find(({ id }) => id?.toLowerCase() === wanted);
  return item === undefined ? undefined : text.slice(item.start, item.end);
}
