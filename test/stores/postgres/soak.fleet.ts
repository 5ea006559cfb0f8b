import { expect } from 'vitest';
import { runSoak } from '../../support/postgres/soak.ts';
import { verifies } from '../../support/verifies.ts';

verifies(
  ['FLT-004', 'FLT-009'],
  'agents, daemons and servers are killed, a standby takes over, clocks are hours apart: nothing is lost or doubled',
  async () => {
    const report = await runSoak(1, 1_000);
    console.log(JSON.stringify(report));
    expect(report.violations).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(50);
    expect(Object.values(report.faults).reduce((sum, count) => sum + count, 0)).toBe(4);
  },
);
