import { lockRegistry } from '../../../../relay/govern/index.ts';
import { defineCommand } from '../../command.ts';
import { REGISTRY_FLAGS, registryOf } from './registry-flags.ts';

export const lock = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Writes prompt-lock.json from the manifest and the prompts on disk. Review the prompts first: from then on these count. A blocked agent stays blocked until it is reconciled.',
  flags: REGISTRY_FLAGS,
  examples: [
    { run: 'baton govern lock --dry-run', does: 'see which prompts changed' },
    { run: 'baton govern lock', does: 'accept them' },
  ],
  async run({ flags, globals, platform }) {
    const data = await lockRegistry(await platform(), { ...registryOf(flags), dryRun: globals.dryRun });
    const rows = [
      ...data.added.map((id) => `added    ${id}`),
      ...data.changed.map((id) => `changed  ${id}`),
      ...data.removed.map((id) => `removed  ${id}`),
    ];
    const end = `${data.locked} prompts ${globals.dryRun ? 'would be' : 'are'} locked in ${data.lock}`;
    return { kind: 'value', data, text: () => [...rows, end].join('\n') };
  },
});
