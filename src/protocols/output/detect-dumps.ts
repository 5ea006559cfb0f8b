import type { Finding } from '../../kernel/finding.ts';
import { createIssue, type IssueRule } from './issues.ts';
import {
  isCodeLine,
  isContentsHeading,
  isGrepHit,
  isHunk,
  isLogLine,
  isPathAlone,
  isTraceLine,
  LineWalk,
  listingNumber,
} from './line-walk.ts';
import { withoutEscapes } from './plain-text.ts';

/** The protocol allows this many lines of code. */
const MAX_CODE_LINES = 5;
/** So much code in one piece is a file rather than a snippet. */
const FILE_LINES = 15;
const MIN_HITS = 6;
const MIN_PATHS = 11;
const MIN_LOG_LINES = 6;
const MIN_FRAMES = 2;
/** Longer lines are not written by hand; their beginning tells what they are. */
const LINE_WINDOW = 500;
const MAX_FINDINGS = 50;

/** Finds what should be in a details file: contents of files, search results, logs, traces, long code. */
export function detectDumps(text: string): Finding[] {
  const detector = new DumpDetector();
  const walk = new LineWalk(text);
  while (walk.advance()) {
    detector.feed(withoutEscapes(text.slice(walk.start, Math.min(walk.end, walk.start + LINE_WINDOW))), walk.line);
  }
  return detector.finish();
}

interface OpenFence {
  readonly mark: string;
  readonly line: number;
  lines: number;
  hasMarker: boolean;
}

class DumpDetector {
  readonly #findings: Finding[] = [];
  readonly #hits = new Run(1);
  readonly #paths = new Run(1);
  readonly #log = new Run(2);
  readonly #trace = new Run(3);
  readonly #code = new Run(2);
  readonly #listing = new Run(0);
  #fence: OpenFence | undefined;
  #lastNumber = -1;
  #isInHunk = false;
  #headingLine: number | undefined;

  feed(line: string, number: number): void {
    const isFence = this.#feedFence(line, number);
    if (line.trim() === '') return;
    const isCode = this.#isCode(line);
    this.#checkHeading(line, number, isCode || isFence);
    this.#take(this.#trace, isTraceLine(line), line, number);
    const isTrace = this.#trace.isOpen;
    this.#take(this.#hits, isGrepHit(line), line, number);
    this.#take(this.#paths, isPathAlone(line), line, number);
    this.#take(this.#log, isLogLine(line) && !isTrace, line, number);
    this.#take(this.#listing, this.#followsListing(line), line, number);
    const isOther = isTrace || this.#hits.isOpen || this.#log.isOpen || this.#listing.isOpen;
    if (this.#fence === undefined) this.#take(this.#code, isCode && !isOther, line, number);
  }

  finish(): Finding[] {
    for (const run of [this.#hits, this.#paths, this.#log, this.#trace, this.#code, this.#listing]) this.#close(run);
    if (this.#fence !== undefined) this.#closeFence(this.#fence);
    return this.#findings.toSorted((a, b) => a.line - b.line).slice(0, MAX_FINDINGS);
  }

  #take(run: Run, isHit: boolean, line: string, number: number): void {
    if (isHit) run.hit(line, number);
    else if (run.miss()) this.#close(run);
  }

  #close(run: Run): void {
    const { count } = run;
    const report = (rule: IssueRule, message: string): void => this.#report(rule, run, message);
    if (run === this.#hits && count >= MIN_HITS) report('output-search-dump', `${count} lines of search results`);
    if (run === this.#paths && count >= MIN_PATHS) report('output-search-dump', `a list of ${count} paths`);
    if (run === this.#log && count >= MIN_LOG_LINES) report('output-log', `${count} lines of a log`);
    if (run === this.#trace && count >= MIN_FRAMES) report('output-stack-trace', `a stack trace of ${count} lines`);
    if (run === this.#listing && count > MAX_CODE_LINES) report('output-file-contents', `a listing of ${count} lines`);
    if (run === this.#code && count > MAX_CODE_LINES) this.#reportCode(run, count);
    run.reset();
  }

  #reportCode(run: Pick<Run, 'line' | 'endLine' | 'excerpt'>, count: number): void {
    if (count >= FILE_LINES)
      this.#report('output-file-contents', run, `${count} lines that look like the contents of a file`);
    else this.#report('output-long-code', run, `${count} lines of code, ${MAX_CODE_LINES} are allowed`);
  }

  #report(
    rule: IssueRule,
    { line, endLine, excerpt }: Pick<Run, 'line' | 'endLine' | 'excerpt'>,
    message: string,
  ): void {
    if (this.#findings.length < 2 * MAX_FINDINGS) {
      this.#findings.push(createIssue(rule, { line, column: 1, endLine, endColumn: 1, excerpt }, message));
    }
  }

  #isCode(line: string): boolean {
    if (isHunk(line)) this.#isInHunk = true;
    else if (this.#isInHunk && !/^[-+ @\\]|^index |^(?:new|deleted) file/.test(line)) this.#isInHunk = false;
    return this.#isInHunk || isCodeLine(line);
  }

  /** Numbers that grow, as an editor, `cat -n` or a search within one file shows them. */
  #followsListing(line: string): boolean {
    const number = listingNumber(line);
    const follows = number !== undefined && (this.#lastNumber < 0 || number > this.#lastNumber);
    this.#lastNumber = number ?? -1;
    return follows;
  }

  #checkHeading(line: string, number: number, isCode: boolean): void {
    if (this.#headingLine !== undefined && isCode) {
      const run = { line: this.#headingLine, endLine: number, excerpt: line };
      this.#report('output-file-contents', run, 'the contents of a file begin here');
    }
    this.#headingLine = isContentsHeading(line) ? number : undefined;
  }

  /** True on the line that opens a fence. */
  #feedFence(line: string, number: number): boolean {
    const mark = /^ {0,3}(?:> ?)*(`{3,}|~{3,})/.exec(line)?.[1];
    const open = this.#fence;
    if (open === undefined) {
      if (mark === undefined || line.slice(line.indexOf(mark) + mark.length).includes('`')) return false;
      this.#close(this.#code);
      this.#fence = { mark, line: number, lines: 0, hasMarker: false };
      return true;
    }
    if (mark?.startsWith(open.mark) === true && line.trim().replace(/^[> ]+/, '') === mark) this.#closeFence(open);
    else {
      open.lines += 1;
      if (line.includes('[AOP:')) open.hasMarker = true;
    }
    return false;
  }

  #closeFence({ line, lines, hasMarker }: OpenFence): void {
    this.#fence = undefined;
    // A template of the block is no code.
    if (lines > MAX_CODE_LINES && !hasMarker) this.#reportCode({ line, endLine: line + lines + 1, excerpt: '' }, lines);
  }
}

/** Lines of one kind that follow each other, up to some lines of other kinds in between. */
class Run {
  line = 0;
  endLine = 0;
  count = 0;
  excerpt = '';
  readonly #tolerance: number;
  #misses = 0;

  constructor(tolerance: number) {
    this.#tolerance = tolerance;
  }

  get isOpen(): boolean {
    return this.count > 0;
  }

  hit(text: string, line: number): void {
    if (this.count === 0) [this.line, this.excerpt] = [line, text];
    this.count += 1;
    this.endLine = line;
    this.#misses = 0;
  }

  /** True if the run is over. */
  miss(): boolean {
    if (this.count === 0) return false;
    this.#misses += 1;
    return this.#misses > this.#tolerance;
  }

  reset(): void {
    [this.count, this.#misses] = [0, 0];
  }
}
