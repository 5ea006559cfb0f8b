import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly run?: string; readonly uses?: string }[] }>
  >;
}

const readYaml = (path: string): unknown => parse(readFileSync(path, 'utf8'));
const steps = (workflow: Workflow) => Object.values(workflow.jobs).flatMap((job) => job.steps);

describe('what strangers who join expect', () => {
  test('workflows parse, begin with read rights only, and call .ci/run', () => {
    for (const name of ['ci.yml', 'release.yml']) {
      const workflow = readYaml(join('.github/workflows', name)) as Workflow;
      expect(workflow.permissions).toEqual({ contents: 'read' });
      expect(steps(workflow).some(({ run }) => run?.endsWith('.ci/run'))).toBe(true);
    }
  });

  test('a release has provenance and a list of components', () => {
    const runs = steps(readYaml('.github/workflows/release.yml') as Workflow).map(({ run = '' }) => run);
    expect(runs.some((run) => run.includes('npm publish --provenance'))).toBe(true);
    expect(runs.some((run) => run.includes('npm sbom'))).toBe(true);
  });

  test('issue forms have a name, a description and fields', () => {
    for (const name of readdirSync('.github/ISSUE_TEMPLATE').filter((file) => file !== 'config.yml'))
      expect(readYaml(join('.github/ISSUE_TEMPLATE', name))).toMatchObject({
        name: expect.any(String),
        description: expect.any(String),
        body: expect.arrayContaining([expect.objectContaining({ type: 'textarea' })]),
      });
  });

  test('conduct, support, security, contributing and the changelog are there', () => {
    for (const page of ['CODE_OF_CONDUCT.md', 'SUPPORT.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])
      expect(readFileSync(page, 'utf8').length).toBeGreaterThan(400);
  });
});
