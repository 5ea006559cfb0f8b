// Preloaded into a process that is measured while it runs: at the signal it writes what ran since the last one.
import { appendFileSync } from 'node:fs';
import { takeCoverage } from 'node:v8';

process.on('SIGUSR2', () => {
  takeCoverage();
  appendFileSync(process.env.MEASURE_FLUSHED, 'x');
});
