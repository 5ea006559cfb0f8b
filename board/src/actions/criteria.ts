/** Acceptance criteria live in the text of a task, as the section that importers and agents know. */

export interface TextParts {
  /** Everything else. */
  readonly text: string;
  readonly criteria: readonly Criterion[];
}

export interface Criterion {
  readonly text: string;
  readonly isMet: boolean;
}

const HEADING = /^##\s+acceptance criteria\s*$/i;
const ITEM = /^\s*[-*+]\s+(?:\[([ xX])\]\s+)?(\S.*)$/;

/** Takes the criteria out of a text. A section that holds anything but a list stays where it is. */
export function splitCriteria(whole: string): TextParts {
  const lines = whole.split('\n');
  const start = lines.findIndex((line) => HEADING.test(line));
  if (start < 0) return { text: whole, criteria: [] };
  const after = lines.findIndex((line, index) => index > start && /^#{1,2}\s/.test(line));
  const end = after < 0 ? lines.length : after;
  const items = lines.slice(start + 1, end).filter((line) => line.trim() !== '');
  const criteria = items.map((line) => ITEM.exec(line));
  if (criteria.includes(null)) return { text: whole, criteria: [] };
  return {
    text: [...lines.slice(0, start), ...lines.slice(end)].join('\n').trim(),
    criteria: criteria.map((match) => ({ text: match?.[2] ?? '', isMet: /x/i.test(match?.[1] ?? '') })),
  };
}

/** The inverse: the criteria follow the rest. */
export function joinCriteria({ text, criteria }: TextParts): string {
  if (criteria.length === 0) return text.trim();
  const list = criteria.map((each) => `- [${each.isMet ? 'x' : ' '}] ${each.text}`).join('\n');
  return `${text.trim()}\n\n## Acceptance Criteria\n\n${list}`.trim();
}

/** One per line, as people type them; those that were met stay met. */
export function readCriteria(lines: string, before: readonly Criterion[]): readonly Criterion[] {
  const met = new Set(before.filter(({ isMet }) => isMet).map(({ text }) => text));
  return lines
    .split('\n')
    .map((line) => line.replace(/^\s*[-*+]\s+(?:\[[ xX]\]\s+)?/, '').trim())
    .filter((text) => text !== '')
    .map((text) => ({ text, isMet: met.has(text) }));
}
