import { read as readPart, readPlain, readSections } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';
import { renderTable } from '../../table.ts';

export const read = defineCommand({
  operands: 'FILE[#SECTION]',
  takes: [1, 1],
  about: 'Shows a handoff file, or a part of it, framed as data and with its trust label.',
  flags: {
    last: { kind: 'number', value: 'N', about: 'Only the newest N entries of a log.' },
    plain: {
      kind: 'switch',
      about: 'Print it unchanged, without a frame and with what the guard withholds: for a person, never for an agent.',
    },
    sections: { kind: 'switch', about: 'List the parts the file can be read by, with their size in tokens.' },
  },
  examples: [
    { run: 'baton read STATUS.md#summary', does: 'two lines instead of the whole file' },
    { run: 'baton read LOG.md --last 3', does: 'the newest three entries' },
    { run: 'baton read LOG.md --plain', does: 'what the guard flagged or withheld, for a person to judge' },
    { run: 'baton read STATUS.md --sections', does: 'what parts there are and what each costs' },
  ],
  async run({ operands: [wanted = ''], flags, platform }) {
    const mark = wanted.indexOf('#');
    const file = mark === -1 ? wanted : wanted.slice(0, mark);
    if (flags.sections) {
      const list = await readSections(await platform(), file);
      return {
        kind: 'value',
        data: list,
        text: (style) =>
          [
            renderTable(list.sections.map(({ name, line, tokens }) => [name, `line ${line}`, `${tokens} tokens`])),
            ...list.problems.map(({ line, message }) => `${style.red('problem')}  line ${line}: ${message}`),
          ]
            .filter((line) => line !== '')
            .join('\n') || `${file} has no parts`,
        exit: list.problems.length > 0 ? 1 : 0,
      };
    }
    const section = mark === -1 ? undefined : wanted.slice(mark + 1);
    const request = { file, section, last: flags.last };
    const result = await (flags.plain ? readPlain : readPart)(await platform(), request);
    return { kind: 'value', data: result, asIs: true, text: () => result.text };
  },
});
