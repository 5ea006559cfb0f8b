/** The two checks of the public tool's `check` on handoff files: links that lead nowhere, and forbidden patterns. */
import { posix } from 'node:path';
import { scanMarkdown } from '../../kernel/markdown/index.ts';

export interface FileLink {
  readonly file: string;
  readonly line: number;
  /** Relative to the root of the project. */
  readonly target: string;
}

const LINK = /(?<!!)\[[^\]\n]*\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g;

/** Links to files; web addresses, anchors and text in code are left out. */
export function findBrokenLinks(texts: ReadonlyMap<string, string>): FileLink[] {
  return [...texts].flatMap(([file, text]) =>
    scanMarkdown(text).lines.flatMap(({ kind, start, end }, index) => {
      if (kind === 'fence' || kind === 'code') return [];
      const words = text.slice(start, end).replaceAll(/`[^`]*`/g, '');
      return [...words.matchAll(LINK)].flatMap(([, address = '']) => {
        const path = address.split(/[#?]/, 1)[0] ?? '';
        if (path === '' || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)) return [];
        const target = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(file), path);
        return target.startsWith('..') ? [] : [{ file, line: index + 1, target }];
      });
    }),
  );
}

export interface ForbiddenPattern {
  readonly pattern: string;
  readonly message: string;
}

/** `FILE:LINE MESSAGE` for every hit; a pattern that is not a regular expression is itself a fault. */
export function findForbidden(texts: ReadonlyMap<string, string>, patterns: readonly ForbiddenPattern[]): string[] {
  return patterns.flatMap(({ pattern, message }) => {
    const expression = compile(pattern);
    if (expression === undefined) return [`the pattern ${pattern.slice(0, 40)} is not a regular expression`];
    return [...texts].flatMap(([file, text]) =>
      text.split('\n').flatMap((line, index) => (expression.test(line) ? [`${file}:${index + 1} ${message}`] : [])),
    );
  });
}

/** Of the project's own configuration, which its maintainers review. */
function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}
