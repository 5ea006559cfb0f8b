import { wrapOutput } from '../../../../src/relay/index.ts';
import { pieces, platformIn } from '../output-platform.ts';

/** Wraps a line of output in the folder given and prints what came of it. */
const [, , folder = ''] = process.argv;
const { text, issues } = await wrapOutput(await platformIn(folder), {
  pieces: pieces('Found 3 things.\n'),
  agentId: 'a',
});
console.log(JSON.stringify({ text, code: issues[0]?.message ?? '' }));
