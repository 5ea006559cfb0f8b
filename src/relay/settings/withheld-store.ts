import type { ResolvedConfig } from '../../kernel/config/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';

/** The setting of the project's file that keeps the store closed, if any. */
export const findWithheldStore = ({ rows }: ResolvedConfig): 'store' | 'storeSchema' | undefined =>
  (['store', 'storeSchema'] as const).find((key) => rows.some((row) => row.key === key && row.withheld !== undefined));

/** Tasks kept in files meanwhile would be two truths, so commands that need tasks fail. */
export const storeNotApproved = (): BatonError =>
  new BatonError('STORE_NOT_APPROVED', 'baton.config.json names a store that nobody approved on this machine', {
    hint: 'run baton approve, or name the store yourself in BATON_STORE',
  });
