import { BatonError } from '../../kernel/errors/index.ts';
import type { GitObject, GitObjectName } from '../../kernel/ports/index.ts';

/** What to ask `git cat-file --batch`, and how: one name per line, or NUL between them if a name holds a line break. */
export interface BatchRequest {
  readonly args: readonly string[];
  readonly input: string;
  readonly names: readonly string[];
}

export function planBatch(wanted: readonly GitObjectName[]): BatchRequest {
  const names = wanted.map(({ revision, path }) => {
    if (path === undefined) return revision;
    return revision === ':' ? `:0:${path}` : `${revision}:${path}`;
  });
  const broken = names.find((name) => name.includes('\0'));
  if (broken !== undefined) {
    throw new BatonError('INPUT_INVALID', `no revision or path can contain a NUL character`, { name: broken });
  }
  // `-z` needs git 2.38, so it is left to the names that cannot do without.
  const withNul = names.some((name) => name.includes('\n'));
  const end = withNul ? '\0' : '\n';
  return {
    args: ['cat-file', '--batch', ...(withNul ? ['-z'] : [])],
    input: names.map((name) => name + end).join(''),
    names,
  };
}

/** The answers in order; undefined for what is not there, or is a submodule. */
export function parseBatch(output: Buffer, names: readonly string[]): (GitObject | undefined)[] {
  let at = 0;
  return names.map((name) => {
    const missing = Buffer.from(`${name} missing\n`);
    if (output.subarray(at, at + missing.length).equals(missing)) {
      at += missing.length;
      return undefined;
    }
    const headerEnd = output.indexOf('\n', at);
    const header = output.toString('utf8', at, headerEnd === -1 ? output.length : headerEnd);
    const [, type, size] = /^[0-9a-f]{40,64} ([a-z]+) (\d+)$/.exec(header) ?? [];
    if (headerEnd === -1 || (size === undefined && !/ (ambiguous|submodule)$/.test(header))) {
      throw new BatonError('GIT_FAILED', `git cat-file gave an unexpected answer: ${header.slice(0, 200)}`, {
        name,
      });
    }
    const start = headerEnd + 1;
    const end = start + Number(size ?? 0);
    at = size === undefined ? start : end + 1;
    return type === undefined ? undefined : { type, bytes: output.subarray(start, end) };
  });
}
