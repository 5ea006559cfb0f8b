import { given } from '../../../../kernel/given.ts';
import type { RegistryOptions } from '../../../../relay/govern/index.ts';
import type { FlagTable } from '../../command.ts';

/** Where the registry is; every command of this group takes these. */
export const REGISTRY_FLAGS = {
  root: { kind: 'text', value: 'DIR', about: 'Folder the registry belongs to; default the project.' },
  manifest: { kind: 'text', value: 'FILE', about: 'The manifest, if it is not in one of the usual places.' },
  lock: { kind: 'text', value: 'FILE', about: 'The lock file, if it is not in one of the usual places.' },
} as const satisfies FlagTable;

export const registryOf = (flags: {
  readonly root: string | undefined;
  readonly manifest: string | undefined;
  readonly lock: string | undefined;
}): RegistryOptions => ({
  ...given({ root: flags.root, manifest: flags.manifest, lock: flags.lock }),
});
