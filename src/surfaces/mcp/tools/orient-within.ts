import type { WorkKind } from '../../../protocols/project/index.ts';
import { orient, type OrientationView } from '../../../relay/project/index.ts';
import { asSent, type ToolPlatform } from '../tool.ts';
import { hintForTools } from '../call-tool.ts';

export type ShownOrientation = Pick<OrientationView, 'mode' | 'tokens' | 'text'>;

/**
 * The orientation whose whole answer, text and structured content together, costs at most `budget` tokens. Without a
 * budget the configured one holds, and an answer that cannot be that small is given all the same.
 */
export async function orientWithin(
  platform: ToolPlatform,
  kind: WorkKind,
  budget: number | undefined,
): Promise<ShownOrientation> {
  const { mode, tokens, text } = await orient(platform, {
    kind,
    budget: budget ?? platform.project.settings.values.budget,
    isHard: budget !== undefined,
    readOnly: true,
    door: {
      reword: hintForTools,
      costOf: (shown) => platform.tokens.count(JSON.stringify(asSent({ ...shown }))),
    },
  });
  return { mode, tokens, text };
}
