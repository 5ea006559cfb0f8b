/** STATUS.md: what is true now. Its provenance block says who wrote it last. */
import { outlineMarkdown, renderSection, replaceSection, listSections } from '../../kernel/markdown/index.ts';
import { detectLineEnding, hasFinalNewline, withLineEnding } from '../../kernel/text.ts';
import { findProvenance, renderProvenance } from './log/provenance.ts';
import type { Provenance } from './schema.ts';

/** The block replaces the old one, or goes below the title. */
export function setProvenance(text: string, provenance: Provenance): string {
  const ending = detectLineEnding(text);
  const block = withLineEnding(renderProvenance(provenance), ending);
  const old = findProvenance(text);
  if (old !== undefined) return text.slice(0, old.start) + block + text.slice(old.end);
  const title = outlineMarkdown(text)[0];
  if (title === undefined || title.heading.level !== 1) return `${block}${ending}${text}`;
  const head = text.slice(0, title.contentStart);
  const rest = text.slice(title.contentStart).replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '');
  return `${head}${hasFinalNewline(head) ? '' : ending}${ending}${block}${rest === '' ? '' : ending}${rest}`;
}

/** Replaces a section, or adds it at the end if `create` allows it. */
export function setSection(text: string, name: string, body: string, create: boolean): string {
  if (!create || listSections(text).sections.some((section) => section.name === name))
    return replaceSection(text, name, body);
  const ending = detectLineEnding(text);
  const gap = text === '' ? '' : hasFinalNewline(text) ? ending : ending + ending;
  const added = `${text}${gap}${renderSection(name, '', text)}`;
  return replaceSection(added, name, body);
}
