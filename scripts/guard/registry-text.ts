/** Documentation of packages that `fetch-packages.ts` has downloaded, as honest text. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sample } from './dataset.ts';
import { honest } from './honest-sample.ts';
import { splitSections, spread } from './sections.ts';

const LIST = 'scripts/guard/registry-packages.json';
/** Of other owners; no model learns from them. */
const UNSEEN_LIST = 'scripts/guard/unseen-packages.json';
const FOLDER = '.cache/guard/packages';
/** So that no large package outweighs the others; agent configuration is rare, so more of it is taken. */
const MAX_SECTIONS = 30;
const MAX_AGENT_SECTIONS = 100;
const MAX_PROMPTS = 60;

const readList = (file: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;

export const readPackageList = (): Readonly<Record<string, string>> => ({
  ...readList(LIST),
  ...readList(UNSEEN_LIST),
});

export const packageFolder = (name: string, version: string): string =>
  join(FOLDER, `${name.replace('/', '__')}@${version}`);

export const isDocument = (path: string): boolean =>
  /\.(?:md|mdx|mdc|markdown)$|(?:^|\/)\.(?:cursor|windsurf)rules$/i.test(path) &&
  !path.includes('node_modules/') &&
  !/licen[cs]e/i.test(path);

/** Files that tell an agent what to do. */
const isAgentFile = (path: string): boolean =>
  /(?:^|\/)(?:AGENTS?|CLAUDE|GEMINI|COPILOT|SKILL|system|instructions)[^/]*\.(?:md|mdc)$|rules$|\.mdc$|(?:^|\/)(?:agents?|skills?|commands?|prompts?|rules|workflows?|personas?|templates?)\//i.test(
    path,
  );

/** Documents that quote attacks. */
const SECURITY_PACKAGES = new Set(['promptfoo', 'rebuff', 'llm-guard', 'superagent-ai', 'deepeval']);

export const readRegistryText = (): Sample[] => readTexts(LIST);
/** For one look after everything else is decided. */
export const readUnseenText = (): Sample[] => readTexts(UNSEEN_LIST);

function readTexts(list: string): Sample[] {
  return Object.entries(readList(list)).flatMap(([name, version]) => {
    const folder = packageFolder(name, version);
    if (!existsSync(folder)) throw new Error(`${name} is missing: run tsx scripts/guard/fetch-packages.ts`);
    return readPackage(name, folder);
  });
}

function readPackage(name: string, folder: string): Sample[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(isDocument)
    .toSorted((a, b) => (a < b ? -1 : 1));
  const take = (wanted: readonly string[], most: number, kind: string): Sample[] =>
    spread(
      wanted.flatMap((file) => splitSections(readFileSync(join(folder, file), 'utf8'))),
      most,
    ).map((text) => honest(kind, name, text));
  const isSecurity = SECURITY_PACKAGES.has(name);
  const texts = isSecurity ? '' : files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  return [
    ...take(
      files.filter((file) => !isAgentFile(file)),
      MAX_SECTIONS,
      isSecurity ? 'secpackage' : 'package',
    ),
    ...take(files.filter(isAgentFile), MAX_AGENT_SECTIONS, 'agentpackage'),
    ...spread([...findPrompts(texts)], MAX_PROMPTS).map((text) => honest('prompt', name, text)),
  ];
}

const PROMPT =
  /(?<![\w])["']?(?:prompt|content|input|question|query|system|instructions|task)["']?\s*(?:[:=]|\()\s*(["'`])((?:(?!\1)[^\\\n]|\\.){20,600})\1/gi;
const LEAST_WORDS = 4;

/** What examples of programs send to a model: chat prompts that nobody wrote as an attack. */
function findPrompts(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, , prompt = ''] of text.matchAll(PROMPT))
    if (prompt.split(' ').length >= LEAST_WORDS && !prompt.startsWith('${')) found.add(prompt);
  return found;
}
