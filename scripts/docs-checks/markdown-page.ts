import { Parser, type Node } from 'commonmark';

export interface MarkdownPage {
  readonly codeBlocks: readonly CodeBlock[];
  readonly inlineCode: readonly Piece[];
  readonly links: readonly Piece[];
  /** What `#…` may point at, as GitHub makes it from headings. */
  readonly anchors: ReadonlySet<string>;
}

export interface CodeBlock {
  readonly language: string;
  readonly lines: readonly Piece[];
}

export interface Piece {
  readonly line: number;
  readonly text: string;
}

export function parseMarkdownPage(text: string): MarkdownPage {
  const codeBlocks: CodeBlock[] = [];
  const inlineCode: Piece[] = [];
  const links: Piece[] = [];
  const anchors = new Set<string>();
  let line = 1;
  const walker = new Parser().parse(text).walker();
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node, entering } = event;
    if (!entering) continue;
    // Inline nodes carry no position: their line is their block's first line plus the line breaks passed since.
    if (node.sourcepos !== undefined) line = node.sourcepos[0][0];
    if (node.type === 'softbreak' || node.type === 'linebreak') line += 1;
    if (node.type === 'code_block') codeBlocks.push(codeBlock(node, line));
    if (node.type === 'code') inlineCode.push({ line, text: node.literal ?? '' });
    if (node.type === 'link' || node.type === 'image') links.push({ line, text: node.destination ?? '' });
    if (node.type === 'heading') addAnchor(anchors, plainText(node));
  }
  return { codeBlocks, inlineCode, links, anchors };
}

function codeBlock(node: Node, line: number): CodeBlock {
  const lines = (node.literal ?? '').replace(/\n$/, '').split('\n');
  const fence = node.info === null || node.info === undefined ? 0 : 1;
  return {
    language: (node.info ?? '').split(/\s/)[0] ?? '',
    lines: lines.map((text, at) => ({ line: line + fence + at, text })),
  };
}

function addAnchor(anchors: Set<string>, title: string): void {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  let anchor = slug;
  for (let again = 1; anchors.has(anchor); again += 1) anchor = `${slug}-${again}`;
  anchors.add(anchor);
}

function plainText(heading: Node): string {
  let text = '';
  const walker = heading.walker();
  for (let event = walker.next(); event !== null; event = walker.next()) {
    if (event.entering && (event.node.type === 'text' || event.node.type === 'code')) text += event.node.literal ?? '';
  }
  return text;
}
