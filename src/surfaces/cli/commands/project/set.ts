import { BatonError } from '../../../../kernel/errors/index.ts';
import { set as replace } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';
import { readBody, readSessionId, SESSION_FLAGS } from './flags.ts';

export const set = defineCommand({
  operands: 'FILE#SECTION',
  takes: [1, 1],
  about:
    'Replaces one section of a handoff file; every byte outside it stays. STATUS.md gets the provenance of the session.',
  flags: {
    body: { kind: 'text', value: 'TEXT|-', about: 'The new content; - reads standard input.' },
    create: { kind: 'switch', about: 'Add the section, or the file, if it is missing.' },
    ...SESSION_FLAGS,
  },
  examples: [
    { run: 'baton set STATUS.md#summary --body "Build green. CORS fixed."', does: 'say what is true now' },
    { run: 'baton set STATUS.md#build_health --body -', does: 'with the text from standard input' },
  ],
  async run({ operands: [wanted = ''], flags, globals, io, platform }) {
    const mark = wanted.indexOf('#');
    if (mark < 1 || mark === wanted.length - 1) {
      throw new BatonError('USAGE_INVALID', `"${wanted}" does not name a section`, {
        hint: 'write FILE#SECTION, as in STATUS.md#summary',
      });
    }
    const body = await readBody(io, flags.body);
    if (body === undefined)
      throw new BatonError('USAGE_INVALID', 'the new content is missing: --body TEXT, or --body - for standard input');
    const [file, section] = [wanted.slice(0, mark), wanted.slice(mark + 1)];
    const { changed } = await replace(await platform(), {
      file,
      section,
      body,
      create: flags.create,
      sessionId: readSessionId(flags),
      dryRun: globals.dryRun,
    });
    const verb = changed ? (globals.dryRun ? 'would change' : 'changed') : 'unchanged';
    return {
      kind: 'value',
      data: { changed, file, section },
      text: (style) => `${style.green(verb)}  ${file}#${section}`,
    };
  },
});
