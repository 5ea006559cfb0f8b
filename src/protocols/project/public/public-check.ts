/** Two gates of the public tool's `check`: links that lead nowhere, and forbidden patterns. */
import { posix } from 'node:path';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { scanMarkdown } from '../../../kernel/markdown/index.ts';
import { compilePattern, ignoreCase, parseExpression } from '../aiignore/index.ts';

export interface FileLink {
  readonly file: string;
  readonly line: number;
  /** Relative to the root of the project. */
  readonly target: string;
}

const LINK = /(?<!!)\[[^\][\n]*\]\(([^()\s]+)(?:\s+"[^"\n]*")?\)/g;

/** Links to files; web addresses, anchors and text in code are left out. */
export function findLinks(texts: ReadonlyMap<string, string>): FileLink[] {
  return [...texts].flatMap(([file, text]) =>
    scanMarkdown(text).lines.flatMap(({ kind, start, end }, index) => {
      if (kind === 'fence' || kind === 'code') return [];
      const words = text.slice(start, end).replaceAll(/`[^`]*`/g, '');
      return [...words.matchAll(LINK)].flatMap(([, address = '']) => {
        const path = decode(address.split(/[#?]/, 1)[0] ?? '');
        if (path === '' || /^[a-z0-9+.-]+:|^\/\//i.test(address)) return [];
        const target = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(file), path);
        return target.startsWith('..') ? [] : [{ file, line: index + 1, target }];
      });
    }),
  );
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export interface ForbiddenRule {
  readonly id: string;
  readonly pattern: string;
  readonly flags: string;
  readonly message: string;
}

/** `FILE:LINE MESSAGE` for every hit. A pattern that cannot be matched in linear time is itself a fault. */
export function findForbidden(texts: ReadonlyMap<string, string>, rule: ForbiddenRule): string[] {
  const matches = compile(rule);
  if (matches === undefined) return [`[${rule.id}] the pattern ${rule.pattern.slice(0, 40)} cannot be used`];
  return [...texts].flatMap(([file, text]) =>
    text
      .split(/\r?\n/)
      .flatMap((line, index) => (matches(line) ? [`${file}:${index + 1} [${rule.id}] ${rule.message}`] : [])),
  );
}

function compile({ pattern, flags }: ForbiddenRule): ((line: string) => boolean) | undefined {
  try {
    const tree = parseExpression(pattern);
    const matcher = compilePattern(flags.includes('i') ? ignoreCase(tree) : tree);
    return (line) => matcher(line) !== undefined;
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}
