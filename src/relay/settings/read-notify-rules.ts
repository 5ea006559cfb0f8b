import { join, relative } from 'node:path';
import { sinkRequest } from '../../kernel/authority/index.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { Authority, Files } from '../../kernel/ports/index.ts';
import type { NotifyRule } from '../../kernel/notify/index.ts';

interface RulesPlace {
  readonly files: Files;
  readonly root: string;
  readonly dataDir: string;
  readonly authority: Pick<Authority, 'permit'>;
  remark(text: string): void;
}

/**
 * The rules with the sinks that may be used: a program or an address that nobody approved is left out. Broken rules
 * must not keep anybody from hearing what happens: those that hold without a file take their place.
 */
export async function readNotifyRules(place: RulesPlace): Promise<readonly NotifyRule[]> {
  // Loaded late: rules are read only if there is a notice, and the YAML reader is large.
  const { DEFAULT_RULES, parseNotifyRules, RULES_FILE } = await import('../../kernel/notify/index.ts');
  const path = join(place.dataDir, RULES_FILE);
  try {
    const text = await place.files.findText(path);
    if (text === undefined) return DEFAULT_RULES;
    return await Promise.all(parseNotifyRules(text).map((rule) => withoutUnapproved(place, rule, path)));
  } catch (error) {
    if (!isBatonError(error)) throw error;
    place.remark(`${error.message}; the default rules for notices are used`);
    return DEFAULT_RULES;
  }
}

async function withoutUnapproved({ authority, root }: RulesPlace, rule: NotifyRule, path: string): Promise<NotifyRule> {
  const to: NotifyRule['to'][number][] = [];
  for (const sink of rule.to) {
    const request = sinkRequest(rule, sink, relative(root, path));
    if (request === undefined || (await authority.permit(request))) to.push(sink);
  }
  return { ...rule, to };
}

/** True if somebody wrote rules for this data dir; without them the defaults hold. */
export async function hasNotifyRules({ files, dataDir }: Pick<RulesPlace, 'files' | 'dataDir'>): Promise<boolean> {
  const { RULES_FILE } = await import('../../kernel/notify/index.ts');
  return (await files.stat(join(dataDir, RULES_FILE))) !== undefined;
}
