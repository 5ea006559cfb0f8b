/** What `init --git` puts into a repository: attributes, the merge driver's command line, a block in hooks. */
import { detectLineEnding, hasFinalNewline, withLineEnding } from '../../kernel/index.ts';

export const GITATTRIBUTES = '*.md merge=baton\n*.json merge=baton\n';

/** Git runs it in a shell. Without any `baton` the merge falls back to ours, and the next orient says so. */
export const MERGE_DRIVER =
  'if command -v baton >/dev/null 2>&1; then baton merge-file %O %A %B %P; else npx --no-install agent-baton merge-file %O %A %B %P; fi';

const BEGIN = '# BEGIN baton';
const END = '# END baton';
const BLOCK = new RegExp(`${BEGIN}[\\s\\S]*?${END}(?:\\r\\n|\\n|\\r)?`);

const renderBlock = (level: string, folder: string): string => `${BEGIN}
if [ -d "${folder === '' ? '' : `${folder}/`}.ai/handoff" ]; then
  if command -v baton >/dev/null 2>&1; then
    baton -C "${folder === '' ? '.' : folder}" verify --level ${level} --quiet || exit 1
  elif npx --no-install agent-baton --version >/dev/null 2>&1; then
    npx --no-install agent-baton -C "${folder === '' ? '.' : folder}" verify --level ${level} --quiet || exit 1
  fi
fi
${END}
`;

/**
 * The hook with our block right below its first line, so that an early exit of the rest does not skip it. Undefined
 * where the hook is no shell script: nothing can be added to it safely.
 */
export function addHookBlock(hook: string | undefined, level: string, folder: string): string | undefined {
  const block = renderBlock(level, folder);
  if (hook === undefined || hook.trim() === '') return `#!/bin/sh\n${block}`;
  const ending = detectLineEnding(hook);
  const own = withLineEnding(block, ending);
  if (BLOCK.test(hook)) return hook.replace(BLOCK, () => own);
  const [first = ''] = hook.split(/\r\n|\n|\r/, 1);
  if (!first.startsWith('#!')) return own + hook;
  if (!/\b(?:ba|da|z|k)?sh\b/.test(first)) return undefined;
  const rest = hook.slice(first.length);
  return `${first}${hasFinalNewline(rest) || rest.startsWith(ending) ? ending : ''}${own}${rest.replace(/^(?:\r\n|\n|\r)/, '')}`;
}

const SHEBANG_ALONE = '#!/bin/sh\n';

/** The hook as it was before; empty where there was none. */
export function removeHookBlock(hook: string): string {
  const rest = hook.replace(BLOCK, '');
  return rest === SHEBANG_ALONE && rest !== hook ? '' : rest;
}
