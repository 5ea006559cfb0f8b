import { expect } from 'vitest';
import { runChaos } from '../../support/postgres/chaos.ts';
import { verifies } from '../../support/verifies.ts';

verifies(
  ['FLT-023', 'FLT-030'],
  'killed agents, daemons and servers, a frozen machine and a bad link lose nothing, double nothing, repeat nothing',
  async () => {
    const report = await runChaos({
      tasks: 16,
      faults: ['agent', 'daemon', 'server-long', 'freeze', 'server', 'black-hole', 'slow-800'],
      pauseMs: 2_000,
      report: () => undefined,
    });
    expect(report).toMatchObject({ lost: [], overlaps: [], shared: [], repeated: [], violations: [] });
    expect(report.children).toBeGreaterThan(0);
    expect(report.tasks).toBe(16 + report.children);
  },
  { timeout: 600_000 },
);
