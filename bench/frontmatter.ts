import { load } from 'js-yaml';
import { parseDocument } from 'yaml';
import {
  editFrontmatter,
  parseFrontmatter,
  renderFrontmatter,
  splitFrontmatter,
} from '../src/kernel/frontmatter/index.ts';
import { defineBenchmark, ratePerSecond, type Contender } from './frame/index.ts';

/** A task as the task plane writes it. */
const TASK = renderFrontmatter(
  {
    schemaVersion: 1,
    id: 'TASK-2026-02-09-001',
    uid: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    title: 'Read the log: all of it',
    status: 'backlog',
    priority: 'normal',
    routing: { role: 'dev', tags: ['log', 'fast'] },
    createdAt: '2026-02-09T21:10:00.000Z',
    updatedAt: '2026-02-09T21:10:00.000Z',
    lastTransitionAt: '2026-02-09T21:10:00.000Z',
    createdBy: 'main',
    dependsOn: [],
    rev: 1,
    metadata: {},
  },
  'What to do.\n'.repeat(20),
);
const YAML = splitFrontmatter(TASK)?.yaml ?? '';
const CHANGES = { status: 'ready', updatedAt: '2026-02-09T21:11:00.000Z', rev: 2 };

function editDocument(): string {
  const document = parseDocument(YAML);
  for (const [key, value] of Object.entries(CHANGES)) document.set(key, value);
  return document.toString();
}

export const benchmark = defineBenchmark({
  about: 'reading and changing the frontmatter of a task beside the bare YAML libraries',
  prepare({ quick }) {
    const roundMs = quick ? 200 : 1000;
    const repeats = (name: string, once: () => unknown): Contender => ({
      name,
      measure: () => ratePerSecond(roundMs, once),
    });
    const bareLoad = repeats('js-yaml load', () => load(YAML));
    return {
      cases: [
        {
          title: 'read a task',
          unit: '/s',
          ours: repeats('parseFrontmatter', () => parseFrontmatter(TASK)),
          peers: [repeats('yaml', () => parseDocument(YAML).toJS())],
          floor: bareLoad,
        },
        {
          title: 'change three keys',
          unit: '/s',
          ours: repeats('editFrontmatter', () => editFrontmatter(TASK, CHANGES)),
          peers: [repeats('yaml', editDocument)],
          floor: bareLoad,
        },
      ],
    };
  },
});
