import { init as setUp } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';

export const init = defineCommand({
  operands: '[DIR]',
  takes: [0, 1],
  about: 'Sets up .ai/handoff/ in this project, or in DIR. Existing files stay as they are; safe to repeat.',
  flags: {
    git: { kind: 'switch', about: 'Install the git hooks and the merge driver; existing hooks stay.' },
    tasks: { kind: 'switch', about: 'Create the folder of the task plane, too.' },
    governance: { kind: 'switch', about: 'Start a registry of agents and boundaries, too.' },
    'agents-md': { kind: 'switch', about: 'Add a short pointer to AGENTS.md.' },
  },
  examples: [
    { run: 'baton init', does: 'set up the handoff files' },
    { run: 'baton init --git --agents-md', does: 'with git hooks, merge driver and a pointer for agents' },
  ],
  async run({ operands, flags, globals, platform }) {
    const result = await setUp(await platform(), {
      folder: operands[0],
      git: flags.git,
      agentsMd: flags['agents-md'],
      tasks: flags.tasks,
      governance: flags.governance,
      dryRun: globals.dryRun,
    });
    const verb = globals.dryRun ? 'would create' : 'created';
    return {
      kind: 'value',
      data: result,
      text: (style) =>
        [
          ...result.created.map((name) => `${style.green(verb)}  ${name}`),
          ...(result.created.length === 0 ? ['Everything is set up already.'] : []),
          ...(result.kept.length === 0 || result.created.length === 0
            ? []
            : [style.dim(`kept     ${result.kept.join(', ')}`)]),
          '',
          'Next: baton setup claude (or codex, gemini, cursor, …) connects your agent; baton orient shows what it reads.',
        ].join('\n'),
    };
  },
});
