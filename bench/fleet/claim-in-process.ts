/** One of several processes: ADDRESS SCHEMA AGENTS shared|alone|bare. Told for how long, it claims and tells its rate. */
import { claimFor, openBareClaimers, openSharedStore, openStoreOfEach } from './claimers.ts';

const [address = '', schema = '', agents = '1', kind] = process.argv.slice(2);
const open = kind === 'bare' ? openBareClaimers : kind === 'alone' ? openStoreOfEach : openSharedStore;
const claimers = await open({ address, schema }, Number(agents));
process.on('message', (forMs) => {
  void claimFor(Number(forMs), claimers).then(
    (rate) => process.send?.(rate),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
