/** The blocks of a Markdown text as the reference parser sees them, in the form of our scan. */
import { Parser, type Node } from 'commonmark';
import type { MarkdownScan } from '../../../src/kernel/markdown/index.ts';
import { splitLines, withLineEnding } from '../../../src/kernel/text.ts';

export interface Blocks {
  readonly headings: readonly string[];
  readonly fences: readonly string[];
  readonly items: readonly string[];
  /** Per line: what it holds, nothing where that is text or blank. */
  readonly lines: readonly string[];
}

/** The reference parser has no tables, so their lines count as text. */
export function ourBlocks({ lines, headings, fences, items }: MarkdownScan): Blocks {
  return {
    headings: headings.map(({ line, lastLine, level, depth }) => `${line}..${lastLine} level ${level} in ${depth}`),
    fences: fences.map(({ line, lastLine, info, depth }) => `${line}..${lastLine} ${info} in ${depth}`),
    items: items.map(({ line, lastLine, marker, depth }) => `${line}..${lastLine} ${markerName(marker)} in ${depth}`),
    lines: lines.map(({ kind }) => (['text', 'table', 'blank'].includes(kind) ? '' : kind)),
  };
}

const markerName = (marker: string): string => (/^\d/.test(marker) ? `${Number.parseInt(marker, 10)}` : 'bullet');

export function referenceBlocks(text: string): Blocks {
  const headings: string[] = [];
  const fences: string[] = [];
  const items: string[] = [];
  const lines = splitLines(text).map(() => '');
  // The reference takes a final lone CR for the start of another line.
  for (const node of blocksOf(new Parser().parse(withLineEnding(text, '\n')))) {
    const [[line], [lastLine]] = node.sourcepos;
    const kind = kindOf(node);
    const place = `${line}..${lastLine}`;
    if (kind === 'heading') headings.push(`${place} level ${node.level} in ${depthOf(node)}`);
    if (kind === 'fence') fences.push(`${place} ${node.info ?? ''} in ${depthOf(node)}`);
    if (node.type === 'item') items.push(`${place} ${itemName(node)} in ${depthOf(node)}`);
    if (kind === undefined) continue;
    for (let at = line; at <= lastLine; at += 1) {
      lines[at - 1] = kind === 'code' && isBlank(node.literal, at - line) ? '' : kind;
    }
  }
  return { headings, fences, items, lines };
}

const isBlank = (literal: string | null, index: number): boolean =>
  /^[ \t]*$/.test((literal ?? '').split('\n')[index] ?? '');

function blocksOf(root: Node): Node[] {
  const nodes: Node[] = [];
  const walker = root.walker();
  for (let event = walker.next(); event !== null; event = walker.next()) {
    // Inline nodes have no place of their own.
    if (event.entering && (event.node.sourcepos as Node['sourcepos'] | undefined) !== undefined) nodes.push(event.node);
  }
  return nodes;
}

function kindOf(node: Node): string | undefined {
  if (node.type === 'heading') return 'heading';
  if (node.type === 'thematic_break') return 'rule';
  if (node.type === 'html_block') return 'html';
  if (node.type === 'code_block') return node.info === null ? 'code' : 'fence';
  return undefined;
}

const itemName = (node: Node): string => (node.listType === 'bullet' ? 'bullet' : `${node.listStart}`);

/** Quotes and items around a block. */
function depthOf(node: Node): number {
  let depth = 0;
  for (let { parent } = node; parent !== null; { parent } = parent) {
    if (parent.type === 'block_quote' || parent.type === 'item') depth += 1;
  }
  return depth;
}
