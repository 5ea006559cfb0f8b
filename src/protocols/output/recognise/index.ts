import { recogniseCargoBuild, recogniseCargoTest } from './cargo.ts';
import { recogniseEslint } from './eslint.ts';
import { recogniseGoTest } from './go-test.ts';
import { recogniseJest } from './jest.ts';
import { recogniseNodeTest } from './node-test.ts';
import { recogniseNpm } from './npm.ts';
import { recognisePytest } from './pytest.ts';
import type { Recogniser, ToolResult } from './tool-result.ts';
import { recogniseTsc } from './tsc.ts';
import { recogniseVitest } from './vitest.ts';

export type { Failure, ToolResult } from './tool-result.ts';
export { renderToolBullets } from './render-bullets.ts';

const RECOGNISERS: readonly Recogniser[] = [
  recogniseVitest,
  recogniseJest,
  recogniseNodeTest,
  recognisePytest,
  recogniseGoTest,
  recogniseCargoTest,
  recogniseCargoBuild,
  recogniseTsc,
  recogniseEslint,
];

/** Lines longer than this are data, and would cost the patterns time. */
const MAX_LINE_LENGTH = 2_000;

/** Every tool whose result is in the output. npm only repeats that a script failed, so it speaks when nobody else does. */
export function recogniseTools(lines: readonly string[]): readonly ToolResult[] {
  const readable = lines.filter((line) => line.length <= MAX_LINE_LENGTH);
  const found = RECOGNISERS.map((recognise) => recognise(readable)).filter((result) => result !== undefined);
  if (found.length > 0) return found;
  const npm = recogniseNpm(readable);
  return npm === undefined ? [] : [npm];
}
