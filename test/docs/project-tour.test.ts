import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { parseMarkdownPage } from '../../scripts/docs-checks/markdown-page.ts';
import { splitShellLine } from '../../scripts/docs-checks/shell-commands.ts';
import { testProject } from '../support/project.ts';
import { verifies } from '../support/verifies.ts';

/** Every command of the page's day, in its order. */
function readTour(): string[][] {
  const page = readFileSync('docs/project-state.md', 'utf8');
  const day = page.slice(page.indexOf('## A day'), page.indexOf('## Reading in layers'));
  return parseMarkdownPage(day).codeBlocks.flatMap(({ lines }) => lines.flatMap(({ text }) => splitShellLine(text)));
}

describe('docs/project-state.md', () => {
  verifies(
    'PRJ-071',
    'the day of an agent runs as it stands on the page',
    async () => {
      const project = await testProject({ init: false });
      const tour = readTour();
      expect(tour.length).toBeGreaterThan(12);
      for (const [program, ...args] of tour) {
        expect(program).toBe('baton');
        const { code, stdout, stderr } = await project.baton(args);
        expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
        if (args.includes('--json')) expect(JSON.parse(stdout)).toMatchObject({ schema_version: 1, data: {} });
      }
      expect(project.git('log', '--format=%s').split('\n')).toEqual([
        'Handoff of claude-sonnet-4.5: CORS fixed.',
        'Handoff of claude-sonnet-4.5: Fixed the login form.',
        'first',
      ]);
      expect(project.git('status', '--porcelain')).toBe('');
      expect(project.file('NEXT_ACTIONS.md')).toContain('- [ ] Write the migration');
      expect(project.file('NEXT_ACTIONS.md')).toMatch(/- \[x\] Fix the CORS header \(\d{4}-\d\d-\d\d\)/);
    },
    { timeout: 90_000 },
  );
});
