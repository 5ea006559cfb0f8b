import { cutText, firstSentence } from '../../kernel/index.ts';
import { onOneLine, withoutEscapes } from './plain-text.ts';
import { recogniseTools, renderToolBullets, type ToolResult } from './recognise/index.ts';
import { limitOf, MAX_BULLETS, type TaskType } from './schema.ts';

/** What is known of an output without keeping all of it. */
export interface OutputFacts {
  /** Its beginning and end; all of it where it is short. */
  readonly text: string;
  readonly sizeBytes: number;
  readonly lineCount: number;
  readonly isBinary: boolean;
}

export interface Digest {
  readonly type: TaskType | undefined;
  readonly bullets: readonly string[];
  readonly tools: readonly ToolResult[];
}

/**
 * The bullets for an output without a block of its own. `first` go before all others: how a command ended, or why its
 * details are lost. The given type decides the limit; without one, what was recognised does.
 */
export function digestOutput(facts: OutputFacts, type: TaskType | undefined, first: readonly string[] = []): Digest {
  const lines = facts.isBinary ? [] : splitText(facts.text);
  const tools = recogniseTools(lines);
  const kind = type ?? typeOf(tools);
  const limit = limitOf(kind);
  const own =
    tools.length > 0 ? tools.flatMap((tool) => renderToolBullets(tool, limit)) : describeText(facts, lines, limit);
  return { type: kind, tools, bullets: [...first, ...own].slice(0, MAX_BULLETS) };
}

function typeOf(tools: readonly ToolResult[]): TaskType | undefined {
  if (tools.some((tool) => tool.kind === 'test')) return 'test';
  return tools.length > 0 ? 'build' : undefined;
}

const splitText = (text: string): string[] => withoutEscapes(text).split(/\r\n|\n|\r/);

const ERROR_LINE = /\b(?:error|fatal|failed|failure|panic|exception|cannot|denied|not found)\b/i;
const CLOSING_HEADING = /^#{1,4} +(?:summary|results?|conclusions?|findings|outcome|tl;?dr)\b/i;
const BULLET = /^\s{0,3}(?:[-*+•]|\d{1,2}[.)])\s+(.+)$/;

/** What an agent or command said last, and the first line that speaks of an error. */
function describeText(facts: OutputFacts, lines: readonly string[], limit: number): string[] {
  const size = describeSize(facts);
  if (facts.isBinary) return [`Output is binary: ${size}`];
  const said = lines.map(onOneLine);
  const spoken = said.filter((line) => line !== '' && !RULE_LINE.test(line));
  if (spoken.length === 0) return ['Nothing was printed'];
  const room = Math.floor(limit / 3);
  const own = closingBullets(lines, room);
  if (own.length > 0) return [...own.slice(0, 3), `Output: ${size}`];
  const error = spoken.find((line) => ERROR_LINE.test(line));
  const last = spoken.at(-1) ?? '';
  return [
    ...(error === undefined || error === last ? [] : [cutText(`First error: ${error}`, room, '…')]),
    cutText(`Last line: ${last}`, room, '…'),
    `Output: ${size}`,
  ];
}

/** Lines of bars and dashes. */
const RULE_LINE = /^[\s=\-_*#~─⎯━]+$/u;
/** A summary stands near the end; a list far above it is part of the work. */
const CLOSING_LINES = 60;

function closingBullets(lines: readonly string[], room: number): string[] {
  const end = lines.slice(-CLOSING_LINES);
  const heading = end.findLastIndex((line) => CLOSING_HEADING.test(line));
  if (heading === -1) return [];
  const below = end.slice(heading + 1);
  const bullets = below.map((line) => BULLET.exec(line)?.[1]).filter((text) => text !== undefined);
  const texts = bullets.length > 0 ? bullets : [firstSentence(below.join('\n'))];
  return texts.filter((text) => text !== '').map((text) => cutText(onOneLine(text), room, '…'));
}

function describeSize({ sizeBytes, lineCount, isBinary }: OutputFacts): string {
  const size = renderSize(sizeBytes);
  return isBinary ? size : `${lineCount.toLocaleString('en-US')} line${lineCount === 1 ? '' : 's'}, ${size}`;
}

export function renderSize(sizeBytes: number): string {
  if (sizeBytes < 1_000) return `${sizeBytes} bytes`;
  const [value, unit] =
    sizeBytes < 1e6 ? [sizeBytes / 1e3, 'kB'] : sizeBytes < 1e9 ? [sizeBytes / 1e6, 'MB'] : [sizeBytes / 1e9, 'GB'];
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
}
