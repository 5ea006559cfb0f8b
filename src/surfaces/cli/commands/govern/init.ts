import { initRegistry } from '../../../../relay/govern/index.ts';
import { defineCommand } from '../../command.ts';
import { REGISTRY_FLAGS, registryOf } from './registry-flags.ts';

export const init = defineCommand({
  operands: '',
  takes: [0, 0],
  about: 'Creates a manifest, four prompts and their lock file. Existing files are kept; safe to repeat.',
  flags: REGISTRY_FLAGS,
  examples: [
    { run: 'baton govern init', does: 'start with two domains, an archetype and an orchestrator' },
    { run: 'baton govern init --dry-run', does: 'see what would be created' },
  ],
  async run({ flags, globals, platform }) {
    const data = await initRegistry(await platform(), { ...registryOf(flags), dryRun: globals.dryRun });
    return {
      kind: 'value',
      data,
      text: (style) =>
        [
          ...data.created.map((path) => `${style.green(globals.dryRun ? 'would create' : 'created')} ${path}`),
          ...data.kept.map((path) => `${style.dim('kept')} ${path}`),
          ...(data.created.length > 0 && !globals.dryRun
            ? ['Edit the prompts, raise their versions, then run baton govern lock --by PERSON --reason TEXT.']
            : []),
        ].join('\n'),
    };
  },
});
