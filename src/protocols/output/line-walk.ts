const LINE_SEPARATOR = '\u2028';
const PARAGRAPH_SEPARATOR = '\u2029';

/**
 * Goes through a text line by line without a list of the lines: fifty million empty ones cost no memory. Lines end with
 * LF, CRLF, a lone CR (progress bars), or one of the two Unicode separators, which editors do not count as lines.
 */
export class LineWalk {
  /** The current line is `start..end`. */
  start = 0;
  end = 0;
  /** Counted from 1, as an editor does. */
  line = 0;
  readonly #text: string;
  readonly #breaks: readonly NextBreak[];
  #next = 0;
  #countsNext = true;

  constructor(text: string) {
    this.#text = text;
    this.#breaks = ['\n', '\r', LINE_SEPARATOR, PARAGRAPH_SEPARATOR].map((mark) => ({ mark, at: text.indexOf(mark) }));
  }

  /** Moves to the next line; false at the end. A final line break does not open another line. */
  advance(): boolean {
    if (this.#next >= this.#text.length) return false;
    this.start = this.#next;
    if (this.#countsNext) this.line += 1;
    this.end = this.#text.length;
    for (const found of this.#breaks) {
      // Each kind is searched for again only when it was passed: every character is looked at once per kind.
      if (found.at !== -1 && found.at < this.start) found.at = this.#text.indexOf(found.mark, this.start);
      if (found.at !== -1 && found.at < this.end) this.end = found.at;
    }
    const isPair = this.#text.charCodeAt(this.end) === CR && this.#text.charCodeAt(this.end + 1) === LF;
    this.#next = this.end + (isPair ? 2 : 1);
    this.#countsNext = this.#text.charCodeAt(this.end) < FIRST_UNICODE_BREAK;
    return true;
  }
}

interface NextBreak {
  readonly mark: string;
  at: number;
}

const LF = 10;
const CR = 13;
const FIRST_UNICODE_BREAK = 0x2028;

/** What a single line of an answer looks like. Patterns are anchored and never nest repeats: long lines stay cheap. */

const BULLET = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/;
const GREP_HIT = /^\s*(?:[-*•]\s+)?`?(?:\.{0,2}\/)?[\w@.~\\/-]+\.\w{1,8}:\d+(?::\d+)?[:-]\s*\S/;
const PATH_ALONE = /^\s*(?:[-*•├└│─]+\s*|\d{1,4}[.)]\s+)?`?(?:[\w@.~-]*[\\/])+[\w@.-]+`?$/u;
const NUMBERED = /^\s{0,8}(\d{1,6})(?:→|\t|\s?\||:\s|\s{2,})/u;
const TIMED =
  /^\s*\[?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d[.,\]\s]|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d )/;
const LEVELLED =
  /^\s*\[?(?:INFO|DEBUG|WARN|WARNING|ERROR|TRACE|FATAL|NOTICE|info|debug|warn|error|trace)\b[\]:|\s]\s*\S|^npm (?:ERR!|error|warn|WARN|notice) /;
/** A web server's access log. */
const ACCESS = /^\S+ \S+ \S+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}:/;
/** What build tools and package managers say of each part. */
const STEP =
  /^\s*(?:Compiling|Checking|Downloading|Downloaded|Fetching|Building|Installing|Unpacking|Preparing|Setting up|Get:\d+|Step \d+\/\d+|#\d+ \[)\s+\S+/;
const FRAME =
  /^\s+at (?:async )?(?:[\w$.<>[\] ]+ \(.*\)|\S+:\d+:\d+\)?|[\w$.]+\(.*\))\s*$|^\s+File "[^"]+", line \d+|^\s+\d{1,3}: (?:0x|[\w<])[\w:<>{} ]+$|^\s+(?:\/|[\w./-]+\.go).*:\d+ \+0x/;
const TRACE_HEAD =
  /^\s*(?:Traceback \(most recent call last\)|goroutine \d+ \[|Exception in thread|Caused by: |thread '.*' (?:\(\d+\) )?panicked at|stack backtrace:|Uncaught \w*Error)/;

const KEYWORD =
  /^\s*(?:import|export|from|const|let|var|function|class|def|async|return|if|for|while|else|elif|try|catch|except|finally|switch|case|public|private|protected|static|struct|impl|fn|pub|use|mod|package|func|interface|enum|#include|#define|using|namespace|raise|throw|yield|await|SELECT|INSERT|CREATE|UPDATE)\b.*[(){}=:;'"<>,]/;
const SQL = /^\s*(?:FROM|LEFT|RIGHT|INNER|JOIN|WHERE|GROUP BY|ORDER BY|HAVING|LIMIT|VALUES|UNION|AND|OR|SET) \S/;
const SHELL =
  /^\s*(?:set -\w|done\b|fi$|then$|do$|esac$|echo |export \w+=|sudo |docker |kubectl |npm |git |cd |mkdir |curl |rm )/;
/** Deep enough not to be a list of terms in prose. */
const YAML = /^(?: {2,}[\w.-]+:| {4,}- [\w.-]+:)(?:\s|$)/;
const LINE_END = /[{};,([]\s*$/;
const CLOSING = /^\s*[)}\]]+[;,]?\s*(?:else\b.*|catch\b.*)?[{]?\s*$/;
const ASSIGNMENT = /^\s*[\w.$[\]'"]+\s*(?:=|\+=|-=|:=)\s*\S/;
const CALL = /^\s*(?:await )?[\w.$]+\(.*\)[;,]?\s*$/;
const ENTRY = /^\s*["'][^"']{1,80}["']\s*:/;
const TAG = /^\s*<\/?[A-Za-z][^>]{0,200}>/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*\/|#!|<!--)/;
const HUNK = /^@@ -\d+|^diff --git /;

export const isHunk = (line: string): boolean => HUNK.test(line);
export const isGrepHit = (line: string): boolean => GREP_HIT.test(line);
export const isPathAlone = (line: string): boolean => PATH_ALONE.test(line);
export const isLogLine = (line: string): boolean =>
  TIMED.test(line) || LEVELLED.test(line) || ACCESS.test(line) || STEP.test(line);
export const isTraceLine = (line: string): boolean => FRAME.test(line) || TRACE_HEAD.test(line);
export const isContentsHeading = (line: string): boolean =>
  /^\s*(?:[\w./`-]+ )?(?:full |file )*contents?:\s*$/i.test(line);

/** The number before a line of a listing such as `cat -n` prints. */
export function listingNumber(line: string): number | undefined {
  const number = NUMBERED.exec(line)?.[1];
  return number === undefined ? undefined : Number(number);
}

export function isCodeLine(line: string): boolean {
  if (ALWAYS_CODE.some((pattern) => pattern.test(line))) return true;
  if (BULLET.test(line) || SENTENCE.test(line)) return false;
  return KEYWORD.test(line) || ASSIGNMENT.test(line) || CALL.test(line) || (LINE_END.test(line) && !PROSE.test(line));
}

const ALWAYS_CODE = [CLOSING, COMMENT, ENTRY, TAG, SQL, SHELL, YAML];

/** A capital, several plain words, a full stop. */
const SENTENCE = /^\s*[A-Z][a-z]*(?: [\w'(-]+[,)]?){3,}.*[.:!?]$/;
const PROSE = /^\s*(?:[A-Za-z]+,? ){4,}/;
