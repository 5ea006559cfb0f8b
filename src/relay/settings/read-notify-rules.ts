import { join } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { Files, Git } from '../../kernel/ports/index.ts';
import type { NotifyRule } from '../../kernel/notify/index.ts';

interface RulesPlace {
  readonly files: Files;
  readonly git: Git;
  readonly dataDir: string;
  remark(text: string): void;
}

/** Broken rules must not keep anybody from hearing what happens: those that hold without a file take their place. */
export async function readNotifyRules(place: RulesPlace): Promise<readonly NotifyRule[]> {
  // Loaded late: rules are read only where there is a notice, and the YAML reader is large.
  const { DEFAULT_RULES, parseNotifyRules, RULES_FILE } = await import('../../kernel/notify/index.ts');
  const path = join(place.dataDir, RULES_FILE);
  try {
    const text = await place.files.findText(path);
    if (text === undefined) return DEFAULT_RULES;
    const rules = parseNotifyRules(text);
    if (rules.every(({ to }) => to.every(staysHere)) || !(await isTracked(place, path))) return rules;
    place.remark(`${RULES_FILE} is part of the repository: its webhooks and commands are left out`);
    return rules.map((rule) => ({ ...rule, to: rule.to.filter(staysHere) }));
  } catch (error) {
    if (!isBatonError(error)) throw error;
    place.remark(`${error.message}; the default rules for notices are used`);
    return DEFAULT_RULES;
  }
}

/** True where somebody wrote rules for this data dir; without them the defaults hold. */
export async function hasNotifyRules({ files, dataDir }: Pick<RulesPlace, 'files' | 'dataDir'>): Promise<boolean> {
  const { RULES_FILE } = await import('../../kernel/notify/index.ts');
  return (await files.stat(join(dataDir, RULES_FILE))) !== undefined;
}

const staysHere = ({ kind }: NotifyRule['to'][number]): boolean => kind === 'console' || kind === 'file';

/** Whoever clones a repository must not run its programs, or tell its servers anything, by using Baton in it. */
async function isTracked({ git, dataDir }: RulesPlace, path: string): Promise<boolean> {
  const repo = await git.findRepo(dataDir);
  if (repo === undefined) return false;
  const { code } = await repo.run(['ls-files', '--error-unmatch', '--', path], { okCodes: [1], cwd: dataDir });
  return code === 0;
}
