import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../support/problem.ts';
import { PAGES, type Page } from './pages.ts';

export interface Requirement {
  readonly id: string;
  readonly text: string;
  /** What of it is not there or not shown, whatever the tests prove: the number does not count as proven. */
  readonly missing?: string;
}

export interface PageRequirements {
  readonly page: Page;
  readonly requirements: readonly Requirement[];
}

export interface RequirementsRead {
  readonly pages: readonly PageRequirements[];
  readonly problems: readonly Problem[];
}

const MAX_TEXT_LENGTH = 200;

export function readRequirements(root: string): RequirementsRead {
  const problems: Problem[] = [];
  const pages = PAGES.map((page) => {
    const file = `conformance/${page.name}.json`;
    const parsed = parseRequirements(page, file, readFileSync(join(root, file), 'utf8'));
    problems.push(...parsed.problems);
    return { page, requirements: parsed.requirements };
  });
  return { pages, problems };
}

export function parseRequirements(
  page: Page,
  file: string,
  text: string,
): { requirements: Requirement[]; problems: Problem[] } {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) return { requirements: [], problems: [{ file, message: 'not a list' }] };
  const requirements: Requirement[] = [];
  const problems: Problem[] = [];
  for (const row of value) {
    const message = findFault(page, row, requirements.at(-1));
    if (message !== undefined) problems.push({ file, message });
    if (isRequirement(row)) requirements.push(row);
  }
  return { requirements, problems };
}

function findFault(page: Page, row: unknown, previous: Requirement | undefined): string | undefined {
  if (!isRequirement(row)) return `not {id, text, missing?}: ${JSON.stringify(row)}`;
  if (!new RegExp(`^${page.prefix}-\\d{3}$`).test(row.id)) return `${row.id} is not a number of this page`;
  if (previous !== undefined && row.id === previous.id) return `${row.id} stands twice`;
  if (previous !== undefined && row.id < previous.id) return `${row.id} stands after ${previous.id}`;
  for (const text of [row.text, ...(row.missing === undefined ? [] : [row.missing])]) {
    if (text.trim() !== text || text === '' || /[\r\n]/.test(text)) return `${row.id}: not one line of text`;
    if (text.length > MAX_TEXT_LENGTH) return `${row.id}: over ${MAX_TEXT_LENGTH} characters`;
  }
  return undefined;
}

const isRequirement = (row: unknown): row is Requirement =>
  typeof row === 'object' &&
  row !== null &&
  ['id,text', 'id,text,missing'].includes(Object.keys(row).join()) &&
  'id' in row &&
  typeof row.id === 'string' &&
  'text' in row &&
  typeof row.text === 'string' &&
  (!('missing' in row) || typeof row.missing === 'string');
