import { expandDocument, writeTo } from '../../../../relay/document/index.ts';
import { defineCommand } from '../../command.ts';
import { getInput } from './read-input.ts';

export const expand = defineCommand({
  operands: 'FILE|-',
  takes: [1, 1],
  about: 'Restores the whole document that a compressed one was made from, exactly as it was.',
  flags: { out: { kind: 'text', value: 'FILE', about: 'Write to this file, which must be new, instead of printing.' } },
  examples: [
    { run: 'baton doc expand short.json', does: 'print the original' },
    { run: 'baton doc expand short.json --out whole.json', does: 'write it to a file' },
  ],
  async run({ operands, flags, globals, io, platform: loadPlatform }) {
    const platform = await loadPlatform();
    const bytes = await getInput(platform, io, operands[0] ?? '-');
    const { document, text, from } = await expandDocument(platform, bytes);
    const isWritten = flags.out !== undefined && !globals.dryRun;
    const path = isWritten ? (await writeTo(platform, flags.out, text)).path : null;
    return {
      kind: 'value',
      data: { document, from, path },
      asIs: path === null,
      text: (style) => (path === null ? text.replace(/\n$/, '') : `${style.green('written')}  ${path}`),
    };
  },
});
