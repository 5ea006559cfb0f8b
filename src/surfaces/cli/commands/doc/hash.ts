import { hashDocument } from '../../../../relay/document/index.ts';
import { defineCommand } from '../../command.ts';
import { getInput } from './read-input.ts';

export const hash = defineCommand({
  operands: 'FILE|-',
  takes: [1, 1],
  about: "Prints the hash of a document's payload and says whether the declared hash matches.",
  flags: {},
  examples: [{ run: 'baton doc hash handoff.json', does: 'print sha256:… of the payload' }],
  async run({ operands, io, platform: loadPlatform }) {
    const platform = await loadPlatform();
    const hashes = hashDocument(await getInput(platform, io, operands[0] ?? '-'));
    const { declared } = hashes;
    const said = {
      absent: 'the document declares none',
      match: 'as declared',
      mismatch: 'NOT what the document declares',
    }[declared.kind];
    return {
      kind: 'value',
      data: hashes,
      text: (style) =>
        `${hashes.payload_hash}  ${style.dim(declared.kind === 'match' ? `${said} (${declared.form})` : said)}`,
      exit: declared.kind === 'mismatch' ? 1 : 0,
    };
  },
});
