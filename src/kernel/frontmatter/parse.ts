import { BatonError } from '../errors/index.ts';
import type { JsonObject } from '../json.ts';
import { loadYaml } from './load-yaml.ts';
import { opensFrontmatter, splitFrontmatter, type FrontmatterParts } from './split.ts';

export interface Frontmatter {
  readonly data: JsonObject;
  readonly body: string;
}

/**
 * Fails with FRONTMATTER_INVALID if there is no block or it is not a mapping of JSON values with distinct keys;
 * details hold line and reason. Dates stay text.
 */
export function parseFrontmatter(text: string): Frontmatter {
  const parts = getParts(text);
  return { data: loadYaml(parts).data, body: parts.body };
}

export function getParts(text: string): FrontmatterParts {
  const parts = splitFrontmatter(text);
  if (parts !== undefined) return parts;
  const reason = opensFrontmatter(text)
    ? 'the block is never closed by a --- line'
    : 'the file does not begin with a --- line';
  throw new BatonError('FRONTMATTER_INVALID', `frontmatter, line 1: ${reason}`, { line: 1, reason });
}
