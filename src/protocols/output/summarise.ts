import { cutText, firstSentence } from '../../kernel/text.ts';
import { parseOutput } from './parse.ts';
import { onOneLine, withoutEscapes } from './plain-text.ts';
import { recogniseTools, renderToolBullets, type ToolResult } from './recognise/index.ts';
import { limitOf, type OutputReading, type TaskType } from './schema.ts';

/** What is known of an output without keeping all of it. */
export interface OutputFacts {
  /** Its beginning and end; all of it if it is short. */
  readonly text: string;
  readonly sizeBytes: number;
  readonly lineCount: number;
  readonly isBinary: boolean;
}

/** What an output says, found once. */
export interface Digest {
  /** The type asked for, or else the one of the tools that were recognised. */
  readonly type: TaskType | undefined;
  readonly tools: readonly ToolResult[];
  /** The block the output itself holds, if it has a summary. */
  readonly own: OutputReading | undefined;
  /** What tools measured, in bullets; empty if none was recognised. */
  readonly measured: readonly string[];
  /** What was said: by its own block, or last. */
  readonly said: readonly string[];
  readonly facts: OutputFacts;
}

/** What tools measured, and what the output claims or says last. `hasFailed`: only then an error line is worth a bullet. */
export function digestOutput(facts: OutputFacts, type?: TaskType, hasFailed = false): Digest {
  const lines = facts.isBinary ? [] : splitText(facts.text);
  const tools = recogniseTools(lines);
  const kind = type ?? typeOf(tools);
  const reading = facts.isBinary ? undefined : parseOutput(facts.text, { type: kind });
  const own = reading?.block !== undefined && reading.bullets.length > 0 ? reading : undefined;
  const limit = limitOf(kind);
  const measured = tools.flatMap((tool) => renderToolBullets(tool, limit));
  const said = own?.bullets ?? (tools.length > 0 ? [] : describeText(facts, lines, limit, hasFailed));
  return { type: kind, tools, own, measured, said, facts };
}

function typeOf(tools: readonly ToolResult[]): TaskType | undefined {
  if (tools.some((tool) => tool.kind === 'test')) return 'test';
  return tools.length > 0 ? 'build' : undefined;
}

const splitText = (text: string): string[] => withoutEscapes(text).split(/\r\n|\n|\r/);

const ERROR_LINE = /\b(?:error|fatal|failed|failure|panic|exception|cannot|denied|not found)\b/i;
const CLOSING_HEADING = /^#{1,4} +(?:summary|results?|conclusions?|findings|outcome|tl;?dr)\b/i;
const BULLET = /^\s{0,3}(?:[-*+•]|\d{1,2}[.)])\s+(.+)$/;

/** What an agent or command said last, and of one that failed the first line that speaks of an error. */
function describeText(facts: OutputFacts, lines: readonly string[], limit: number, hasFailed: boolean): string[] {
  if (facts.isBinary) return [`Output is binary: ${renderSize(facts.sizeBytes)}`];
  const last = lines.findLast(isSpoken);
  if (last === undefined) return ['Nothing was printed'];
  const room = Math.floor(limit / 3);
  const size = `Output: ${describeSize(facts)}`;
  const own = closingBullets(lines, room);
  if (own.length > 0) return [...own.slice(0, 3), size];
  const error = hasFailed ? lines.find((line) => ERROR_LINE.test(line) && isSpoken(line)) : undefined;
  return [
    ...(error === undefined || error === last ? [] : [cutText(`First error: ${onOneLine(error)}`, room, '…')]),
    cutText(`Last line: ${onOneLine(last)}`, room, '…'),
    size,
  ];
}

const isSpoken = (line: string): boolean => !RULE_LINE.test(line) && onOneLine(line) !== '';

/** Lines of bars and dashes. */
const RULE_LINE = /^[\s=\-_*#~─⎯━]*$/u;
/** A summary is near the end; a list far above it is part of the work. */
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

const describeSize = ({ sizeBytes, lineCount }: OutputFacts): string =>
  `${String(lineCount).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')} line${lineCount === 1 ? '' : 's'}, ${renderSize(sizeBytes)}`;

function renderSize(sizeBytes: number): string {
  if (sizeBytes < 1_000) return `${sizeBytes} bytes`;
  const [value, unit] =
    sizeBytes < 1e6 ? [sizeBytes / 1e3, 'kB'] : sizeBytes < 1e9 ? [sizeBytes / 1e6, 'MB'] : [sizeBytes / 1e9, 'GB'];
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
}
