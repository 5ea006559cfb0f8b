import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Problem } from '../support/problem.ts';
import type { RepoFiles } from '../support/repo-files.ts';
import { parseMarkdownPage } from './markdown-page.ts';

const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Every relative link of a page leads to a file that is there, and every `#…` to a heading of it. */
export function checkLinks(repo: RepoFiles, file: string): Problem[] {
  return parseMarkdownPage(repo.readText(file)).links.flatMap(({ line, text }) => {
    if (ABSOLUTE.test(text)) return [];
    const [path = '', anchor] = decodeURI(text).split('#', 2);
    const target = path === '' ? file : posix.join(posix.dirname(file), path);
    const message = faultOfLink(repo, target, anchor);
    return message === undefined ? [] : [{ file, line, message: `${text}: ${message}` }];
  });
}

function faultOfLink(repo: RepoFiles, target: string, anchor: string | undefined): string | undefined {
  if (target.startsWith('..')) return 'leads out of the repository';
  const path = join(repo.root, target);
  if (!existsSync(path)) return 'no such file';
  if (anchor === undefined) return undefined;
  if (!target.endsWith('.md') || statSync(path).isDirectory()) return undefined;
  return parseMarkdownPage(repo.readText(target)).anchors.has(anchor) ? undefined : 'no such heading';
}
