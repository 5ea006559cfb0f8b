import { BatonError } from '../../../../kernel/errors/index.ts';
import { lockRegistry, previewLock, type LockOutcome } from '../../../../relay/govern/index.ts';
import { defineCommand } from '../../command.ts';
import type { Style } from '../../style.ts';
import { REGISTRY_FLAGS, registryOf } from './registry-flags.ts';

export const lock = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Locks the registry as it is now: the whole manifest, the prompts and boundaries.json. Shows what changed and asks first on a terminal. Who locked it and why is recorded in the audit log. A changed prompt needs a new version in the manifest. A blocked agent stays blocked until it is reconciled.',
  flags: {
    ...REGISTRY_FLAGS,
    by: { kind: 'text', value: 'PERSON', about: 'Who reviewed it.' },
    reason: { kind: 'text', value: 'TEXT', about: 'Why, in a sentence.' },
  },
  examples: [
    { run: 'baton govern lock --dry-run', does: 'see what changed' },
    { run: 'baton govern lock --by ada --reason "reviewed the new analysis prompt"', does: 'lock it' },
  ],
  async run({ flags, globals, platform, io }) {
    const system = await platform();
    const registry = registryOf(flags);
    if (globals.dryRun) {
      const data = await previewLock(system, registry);
      return { kind: 'value', data, text: (style) => render(data, style, 'would be') };
    }
    const { by, reason } = flags;
    if (by === undefined || reason === undefined)
      throw new BatonError('USAGE_INVALID', 'say who and why: --by PERSON --reason TEXT; --dry-run shows what changed');
    if (io.isInputTerminal && !globals.yes) {
      io.remark(render(await previewLock(system, registry), io.errorStyle, 'would be'));
      if (!(await io.confirm('Lock this?'))) throw new BatonError('USAGE_INVALID', 'nothing was locked');
    }
    const data = await lockRegistry(system, { ...registry, by, reason });
    return { kind: 'value', data, text: (style) => render(data, style, 'are') };
  },
});

function render(data: LockOutcome, style: Style, verb: string): string {
  return [
    ...data.added.map((id) => `${style.green('added')}    ${id}`),
    ...data.changed.map((id) => `${style.yellow('changed')}  ${id}`),
    ...data.removed.map((id) => `${style.red('removed')}  ${id}`),
    ...(data.lock_replaced ? [`${style.red('replaced')} ${data.lock}, not by baton govern lock`] : []),
    ...(data.manifest_changed ? [`${style.yellow('changed')}  prompt-manifest.json`] : []),
    ...(data.boundaries_changed ? [`${style.yellow('changed')}  boundaries.json`] : []),
    ...data.manifest_diff.map((line) => `  ${line}`),
    ...data.differences.flatMap(({ agent, diff }) => [style.bold(agent), ...diff.map((line) => `  ${line}`)]),
    `${data.locked} prompts ${verb} locked in ${data.lock}`,
    ...(data.audit_ref === null ? [] : [style.dim(`audit ${data.audit_ref}`)]),
  ].join('\n');
}
