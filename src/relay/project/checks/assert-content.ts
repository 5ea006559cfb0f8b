import { BatonError } from '../../../kernel/errors/index.ts';
import type { Finding } from '../../../kernel/finding.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import type { Handoff } from '../folder/read-handoff.ts';
import { checkHandoff } from './check-handoff.ts';
import { listStanding, sortFindings } from './standing.ts';

/** Refuses at once what `close` would refuse: the same check, on the files a command is about to write. */
export async function assertContent(
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  handoff: Pick<Handoff, 'aiignore' | 'files'>,
  writes: ReadonlyMap<string, string>,
): Promise<void> {
  const texts = new Map([...writes].filter(([name]) => name.endsWith('.md')));
  const errors = await findErrors(platform, handoff, texts);
  if (errors.length === 0) return;
  const before = new Map([...texts.keys()].map((name) => [name, handoff.files.get(name)?.text ?? '']));
  const known = listStanding(await findErrors(platform, handoff, before), before);
  const [first, ...more] = sortFindings(errors, texts, known).news;
  if (first === undefined) return;
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
  throw new BatonError('CONTENT_REFUSED', `${first.file}:${first.line} ${first.message}${rest}`, {
    findings: [first, ...more],
    hint: first.hint,
  });
}

async function findErrors(
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  { aiignore, files }: Pick<Handoff, 'aiignore' | 'files'>,
  texts: ReadonlyMap<string, string>,
): Promise<Finding[]> {
  const lists = ['allow.json', 'pii-allowlist.json'].flatMap((name) => {
    const text = files.get(name)?.text;
    return text === undefined ? [] : [[name, text] as const];
  });
  const content = { texts: new Map([...texts, ...lists]), broken: [], manifestText: undefined, aiignore, extras: [] };
  return (await checkHandoff(platform, content)).filter(({ severity }) => severity === 'error');
}
