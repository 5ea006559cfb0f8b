/** Longer sections are cut: the development data's are no longer. */
export const LONGEST_SECTION = 3_000;

/** Sections of a Markdown document, each with its heading. */
export const splitSections = (text: string): string[] =>
  text
    .split(/\n(?=#{1,4} )/)
    .map((section) => section.trim().slice(0, LONGEST_SECTION))
    .filter((section) => section.length >= 60);

/** Evenly from the whole list. */
export function spread<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, items.length / most);
  return Array.from({ length: Math.min(most, items.length) }, (_, index) => items[Math.floor(index * step)] as T);
}

/** Texts of one of our own files: whole documents begin with their title, others are separated by a blank line. */
export const splitOwnTexts = (file: string): string[] => {
  const text = withoutReservedNames(file.trim());
  return text.split(text.startsWith('# ') ? /\n(?=# )/ : /\n{2,}/);
};

/** Our texts name reserved hosts only, which real attacks do not: they must not become what a model knows an attack by. */
const withoutReservedNames = (text: string): string =>
  text.replaceAll(/\bexample-(?=[a-z])/g, '').replaceAll(/\.example\b(?![.-])/g, '.com');
