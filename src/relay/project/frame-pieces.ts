import { createRandomHex, type Finding, type TokenCounter } from '../../kernel/index.ts';
import { HANDOFF_FOLDER, type TrustLabel } from '../../protocols/project/index.ts';
import type { Platform } from '../platform.ts';

/** One file, or part of one, as it is shown to an agent. */
export interface Shown {
  readonly name: string;
  readonly label: TrustLabel;
  readonly text: string;
  /** Line of the file its first line is; 0 where it is made up of several parts. */
  readonly firstLine: number;
}

export interface FramedPieces {
  readonly text: string;
  readonly flagged: number;
  /** Never less than what the tokenizer would say. */
  readonly tokens: number;
}

const NONCE_BYTES = 16;
const TAG_BYTES = 4;

/**
 * All content in one data frame. Every file begins behind a line with a key of its own, so that nothing inside one file
 * can pass for the beginning of another, with a better label.
 */
export async function frameShown(
  platform: Platform,
  shown: readonly Shown[],
  findings: readonly Finding[],
  showCommand: string,
): Promise<FramedPieces> {
  const scanner = await platform.scanner();
  const tag = freshTag(platform, shown);
  let line = 1;
  const shifted: Finding[] = [];
  const blocks = shown.map((piece) => {
    const block = `--- ${tag}\n${piece.name} (${piece.label})\n${withFinalNewline(piece.text)}`;
    shifted.push(...findingsIn(piece, findings).map((finding) => move(finding, line + 2 - piece.firstLine)));
    line += countLines(block);
    return block;
  });
  const { text, flagged } = scanner.frame(blocks.join('').replace(/\n$/, ''), {
    label: HANDOFF_FOLDER,
    nonce: platform.random.bytes(NONCE_BYTES),
    findings: shifted,
    policy: platform.config.values.guard,
    showCommand,
  });
  return { text, flagged, tokens: await countFramed(platform.tokens, text, tag) };
}

/** Content that happens to hold the tag gets another one. */
function freshTag(platform: Platform, shown: readonly Shown[]): string {
  for (;;) {
    const tag = createRandomHex(platform.random, TAG_BYTES);
    if (!shown.some(({ text }) => text.includes(tag))) return tag;
  }
}

const withFinalNewline = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
const countLines = (text: string): number => text.split('\n').length - 1;

const findingsIn = (piece: Shown, findings: readonly Finding[]): readonly Finding[] => {
  if (piece.firstLine === 0) return [];
  const last = piece.firstLine + countLines(withFinalNewline(piece.text)) - 1;
  return findings.filter(
    ({ file, line, endLine }) =>
      file === `${HANDOFF_FOLDER}/${piece.name}` && line >= piece.firstLine && endLine <= last,
  );
};

const move = (finding: Finding, by: number): Finding => ({
  ...finding,
  line: finding.line + by,
  endLine: finding.endLine + by,
});

/**
 * Lines with random keys cannot be looked up; their bytes are a proven ceiling. Everything between them is counted as
 * it stands: a piece that ends with a newline and one that begins with neither white space nor a slash never share a
 * token, so the sum is the count of the whole.
 */
async function countFramed(tokens: TokenCounter, text: string, tag: string): Promise<number> {
  const lines = text.split('\n');
  const pieces: string[] = [];
  let ceiling = 0;
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) pieces.push(`${open.join('\n')}\n`);
    open = [];
  };
  for (const [index, line] of lines.entries()) {
    const isKeyed = index === 0 || index === lines.length - 1 || line === `--- ${tag}`;
    if (!isKeyed) {
      open.push(line);
      continue;
    }
    close();
    ceiling += Buffer.byteLength(line, 'utf8') + 1;
  }
  close();
  const counts = await tokens.countAll(pieces);
  return ceiling + counts.reduce((sum, count) => sum + count, 0);
}
