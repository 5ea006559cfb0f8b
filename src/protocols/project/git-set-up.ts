/** What `init --git` puts into a repository: attributes, the merge driver's command line, a block in hooks. */
import { detectLineEnding, hasFinalNewline, withLineEnding } from '../../kernel/text.ts';

export const GITATTRIBUTES = '*.md merge=baton\n*.json merge=baton\n.aiignore merge=baton\n';

/** Missing lines are added after the existing ones. */
export function addAttributes(text: string): string {
  const missing = GITATTRIBUTES.split('\n').filter((line) => line !== '' && !text.split(/\r\n|\n|\r/).includes(line));
  if (missing.length === 0) return text;
  return `${text}${text === '' || hasFinalNewline(text) ? '' : '\n'}${missing.join('\n')}\n`;
}

export const removeAttributes = (text: string): string =>
  GITATTRIBUTES.split('\n').reduce((rest, line) => (line === '' ? rest : rest.replace(`${line}\n`, '')), text);

/**
 * Git runs it in a shell. Without `baton` on the path the merge falls back to ours, and the next orient says so: a program that
 * the repository brings along, as in its `node_modules`, is not taken instead.
 */
export const MERGE_DRIVER = 'baton merge-file %O %A %B %P';

/** One block per project of the repository: its marker names the folder, and nothing in the topmost one. */
const BLOCKS = /# BEGIN baton(?: ([^\r\n]*))?(?:\r\n|\n|\r)[\s\S]*?# END baton[^\r\n]*(?:\r\n|\n|\r)?/g;

function renderBlock(level: string, folder: string): string {
  const name = folder === '' ? '' : ` ${markOf(folder)}`;
  const place = quote(folder === '' ? '.' : folder);
  return `# BEGIN baton${name}
if [ -d ${quote(folder === '' ? '.ai/handoff' : `${folder}/.ai/handoff`)} ]; then
  if command -v baton >/dev/null 2>&1; then
    baton -C ${place} verify --level ${level} --quiet || exit 1
  elif [ "$(git config --get baton.missing)" = warn ]; then
    echo "baton: not found, so the handoff files were not checked (git config baton.missing)" >&2
  else
    echo "baton: not found, so the handoff files cannot be checked." >&2
    echo "  Install it (npm install --global agent-baton), skip once with git commit --no-verify," >&2
    echo "  or only warn from now on: git config baton.missing warn" >&2
    exit 1
  fi
fi
# END baton${name}
`;
}

/** A comment of one line, whatever the folder is called. */
const markOf = (folder: string): string => folder.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');

const quote = (path: string): string => `"${path.replaceAll(/["$`\\]/g, '\\$&')}"`;

/** Undefined if the hook has no block of this folder. */
const findBlock = (hook: string, folder: string): string | undefined =>
  [...hook.matchAll(BLOCKS)].find(([block, name]) => (name ?? folderInside(block)) === markOf(folder))?.[0];

/** Markers may name no folder; then the command does. */
function folderInside(block: string): string {
  const place = / -C "([^"]*)"/.exec(block)?.[1] ?? '.';
  return place === '.' ? '' : place;
}

export const hasHookBlock = (hook: string): boolean => hook.search(BLOCKS) !== -1;

/**
 * The hook with our block right below its first line, so that an early exit of the rest does not skip it. Undefined
 * if the hook is no shell script: nothing can be added to it safely.
 */
export function addHookBlock(hook: string | undefined, level: string, folder: string): string | undefined {
  const block = renderBlock(level, folder);
  if (hook === undefined || hook.trim() === '') return `#!/bin/sh\n${block}`;
  const ending = detectLineEnding(hook);
  const own = withLineEnding(block, ending);
  const old = findBlock(hook, folder);
  if (old !== undefined) return hook.replace(old, () => own);
  const [first = ''] = hook.split(/\r\n|\n|\r/, 1);
  if (!first.startsWith('#!')) return own + hook;
  if (!/\b(?:ba|da|z|k)?sh\b/.test(first)) return undefined;
  const rest = hook.slice(first.length);
  return `${first}${hasFinalNewline(rest) || rest.startsWith(ending) ? ending : ''}${own}${rest.replace(/^(?:\r\n|\n|\r)/, '')}`;
}

const SHEBANG_ALONE = '#!/bin/sh\n';

/** The hook without the block of this folder; empty if nothing else is in it. */
export function removeHookBlock(hook: string, folder: string): string {
  const rest = hook.replace(findBlock(hook, folder) ?? '', '');
  return rest === SHEBANG_ALONE && rest !== hook ? '' : rest;
}
