import type { Authority } from '../../src/kernel/ports/index.ts';

/** Lets everything pass: for tests about what happens after that. */
export const openAuthority: Authority = {
  isApproved: async () => true,
  permit: async () => true,
  approve: async () => undefined,
  list: async () => [],
  revoke: async () => 0,
  note: () => undefined,
  isRun: false,
  runSecret: undefined,
  seals: {
    seal: async () => undefined,
    isOurs: async () => true,
    remember: async () => undefined,
    knows: async () => true,
    isTracked: async () => false,
  },
};
