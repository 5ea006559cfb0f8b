import { safeName } from '../../../../kernel/ids.ts';
import { limitOf, renderPrompt } from '../../../../protocols/output/index.ts';
import { defineCommand } from '../../command.ts';
import { chooseType, typeFlag } from './flags.ts';

export const prompt = defineCommand({
  operands: '',
  takes: [0, 0],
  about: 'Prints the block every agent prompt needs, with folder, agent and the limit of the task type filled in.',
  flags: { type: typeFlag, agent: { kind: 'text', value: 'ID', about: 'The agent the prompt is for.' } },
  examples: [
    { run: 'baton output prompt --type search --agent search-auth', does: 'the rules for a search agent' },
    { run: 'baton output prompt >> agents/reviewer.md', does: 'add the rules to a prompt' },
  ],
  async run({ flags, platform }) {
    const here = await platform();
    const type = chooseType(flags.type, here);
    const agentId = flags.agent === undefined ? undefined : safeName(flags.agent);
    const text = renderPrompt({ type, cacheDir: here.project.settings.values['output.cacheDir'], agentId });
    return {
      kind: 'value',
      data: { prompt: text, type: type ?? null, summary_limit: limitOf(type) },
      asIs: true,
      text: () => text,
    };
  },
});
