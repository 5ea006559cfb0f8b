import type { Finding } from '../../../kernel/finding.ts';
import { frame } from '../../../kernel/frame.ts';
import type { TokenCounter, Platform } from '../../../kernel/ports/index.ts';
import { utf8Length } from '../../../kernel/token-estimate.ts';
import { DATA_SENTENCE, HANDOFF_FOLDER, type TrustLabel } from '../../../protocols/project/index.ts';

/** One file, or part of one, as it is shown to an agent. */
export interface Shown {
  readonly name: string;
  readonly label: TrustLabel;
  /** On the line that names the file. */
  readonly note?: string;
  readonly text: string;
  /** For each of its lines the number it has in the file; empty for words that stand in no file. */
  readonly lines: readonly number[];
}

/** A text as it stands, from its first line on. */
export const wholeLines = (text: string): number[] =>
  Array.from({ length: countLines(withFinalNewline(text)) }, (_, index) => index + 1);

export interface FramedPieces {
  readonly text: string;
  readonly flagged: number;
  /** Never less than what the tokenizer would say. */
  readonly tokens: number;
}

const NONCE_BYTES = 16;
const HEAD = '=== ';

/**
 * All content in one data frame. Every file begins with a line that names it and its label; a line in the content that
 * looks like one is broken up, so that nothing inside one file can pass for the beginning of another.
 */
export async function frameShown(
  platform: Pick<Platform, 'project' | 'random' | 'tokens'>,
  shown: readonly Shown[],
  findings: readonly Finding[],
): Promise<FramedPieces> {
  let line = 1;
  const shifted: Finding[] = [];
  const begins: { readonly line: number; readonly name: string }[] = [];
  const blocks = shown.map((piece) => {
    begins.push({ line, name: piece.name });
    const block = `${renderHead(piece)}\n${withFinalNewline(defuse(piece.text))}`;
    shifted.push(...findingsIn(piece, findings).map((finding) => move(finding, line)));
    line += countLines(block);
    return block;
  });
  const { text, flagged } = frame(blocks.join('').replace(/\n$/, ''), {
    label: '',
    nonce: platform.random.bytes(NONCE_BYTES),
    notice: DATA_SENTENCE,
    findings: shifted,
    policy: platform.project.settings.values.guard,
    showCommand: (at) => showCommand(begins.findLast((piece) => piece.line <= at)?.name ?? ''),
  });
  return { text, flagged, tokens: await countFramed(platform.tokens, text) };
}

/** For people: as it stands. A name that a shell would read as more than a name is not put into a command. */
const showCommand = (name: string): string =>
  /^[\w.-]+$/.test(name) ? `baton read ${name} --plain` : 'baton read FILE --plain';

const renderHead = ({ name, label, note }: Shown): string =>
  `${HEAD}${name} ${label}${note === undefined ? '' : `: ${note.replaceAll(/\s+/g, ' ').trim()}`}`;

const defuse = (text: string): string => text.replaceAll(/^===(?= )/gm, '\u00B7===');
const withFinalNewline = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
const countLines = (text: string): number => text.split('\n').length - 1;

/** Findings by the lines that are shown; one that reaches over lines that are left out is marked at each run of its lines. */
function findingsIn({ name, lines }: Shown, findings: readonly Finding[]): readonly Finding[] {
  const own = findings.filter(({ file }) => file === `${HANDOFF_FOLDER}/${name}`);
  return own.flatMap((finding) => {
    const last = Math.max(finding.line, finding.endLine);
    const hit = lines.flatMap((number, index) => (number >= finding.line && number <= last ? [index + 1] : []));
    const runs: { line: number; endLine: number }[] = [];
    for (const line of hit) {
      const run = runs.at(-1);
      if (run !== undefined && run.endLine === line - 1) run.endLine = line;
      else runs.push({ line, endLine: line });
    }
    return runs.map((run) => ({ ...finding, ...run }));
  });
}

const move = (finding: Finding, by: number): Finding => ({
  ...finding,
  line: finding.line + by,
  endLine: finding.endLine + by,
});

/**
 * The first and the last line hold a random key. Its digits are taken three at a time, each such group is one token, and
 * a count of the same line with other digits is the count of this one: what is cached is the line with zeros. Everything
 * between them is counted file by file: a piece that ends with a newline and one that begins with neither white space
 * nor a slash never share a token, so the sum is the count of the whole.
 */
async function countFramed(tokens: TokenCounter, text: string): Promise<number> {
  const lines = text.split('\n');
  const pieces: string[][] = [[]];
  for (const line of lines.slice(1, -1)) {
    if (line.startsWith(HEAD)) pieces.push([]);
    pieces.at(-1)?.push(line);
  }
  const counts = await tokens.countAll(pieces.map((piece) => `${piece.join('\n')}\n`));
  const keyed = `${lines[0] ?? ''}\n${lines.at(-1) ?? ''}\n`;
  const own = tokens.method.startsWith('o200k') ? await tokens.count(keyed.replaceAll(/\d/g, '0')) : utf8Length(keyed);
  return counts.reduce((sum, count) => sum + count, own);
}
