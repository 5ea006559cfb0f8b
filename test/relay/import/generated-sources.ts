import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ImportSourceName } from '../../../src/relay/import/index.ts';

/** A source of about `count` items, with the damage that real ones have; `found` and `skipped` as an import must count. */
export interface GeneratedSource {
  readonly files: ReadonlyMap<string, string>;
  readonly found: number;
  readonly skipped: number;
}

const TEXT = 'What has to be done here, in a few words more than a title has.\n\nAnd why.\n'.repeat(4);
const day = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * 1_800_000).toISOString();

function generateBeads(count: number): GeneratedSource {
  const statuses = ['open', 'in_progress', 'closed', 'blocked', 'deferred'];
  const records = Array.from({ length: count }, (_, n) => {
    const links = [
      ...(n % 3 === 0 && n > 0 ? [{ depends_on_id: `gn-${n - 1}`, type: 'blocks' }] : []),
      // Circles, parents that are nowhere, and one's own child as a dependency.
      ...(n % 500 === 7 ? [{ depends_on_id: `gn-${n + 2}`, type: 'blocks' }] : []),
      ...(n % 500 === 9 ? [{ depends_on_id: `gn-${n - 2}`, type: 'blocks' }] : []),
      { depends_on_id: n % 100 === 1 ? 'gn-none' : `gn-${n - (n % 10)}`, type: 'parent-child' },
    ];
    return JSON.stringify({
      id: `gn-${n}`,
      title: `Item ${n}`,
      description: n % 11 === 0 ? `\u001B[32m${TEXT}\u001B[0m` : TEXT,
      status: n % 250 === 249 ? 'tombstone' : statuses[n % 5],
      priority: n % 5,
      created_at: day(n),
      updated_at: day(n + 1),
      labels: [`l${n % 7}`],
      dependencies: n % 10 === 0 ? links.slice(0, -1) : links,
      ...(n % 50 === 0 ? { never_heard_of: { a: [1, 2] } } : {}),
    });
  });
  const tombstones = Math.floor(count / 250);
  const damage = ['{"id":"gn-broken","title":', 'null', records[0] ?? '', '{"title":"no id"}'];
  const text = [...records, ...damage].join('\r\n');
  return { files: new Map([['.beads/issues.jsonl', text]]), found: count + damage.length, skipped: tombstones + 4 };
}

function generateBacklog(count: number): GeneratedSource {
  const files = new Map<string, string>([['backlog/config.yml', 'statuses: ["To Do", "In Progress", "Done"]\n']]);
  for (let n = 0; n < count; n += 1) {
    const status = ['To Do', 'In Progress', 'Done', 'Sideways'][n % 4] ?? '';
    const text = [
      '---',
      `id: TASK-${n}`,
      `title: Item ${n}`,
      `status: ${status}`,
      `created_date: '${day(n).slice(0, 16).replace('T', ' ')}'`,
      `dependencies: [TASK-${n + 1}${n % 97 === 0 ? ', TASK-nowhere' : ''}]`,
      ...(n % 10 === 0 ? [] : [`parent_task_id: task-${n - (n % 10)}`]),
      ...(n % 33 === 0 ? ['strange: {deep: [1]}'] : []),
      '---',
      `\n## Description\n\n${TEXT}\n## Acceptance Criteria\n- [ ] #1 it works\n`,
    ].join(n % 2 === 0 ? '\n' : '\r\n');
    files.set(`backlog/tasks/task-${n} - Item-${n}.md`, text);
  }
  files.set('backlog/tasks/task-x - Broken.md', '---\nid: [\n---\n');
  files.set('backlog/tasks/task-0 - Item-0-again.md', `---\nid: TASK-0\ntitle: From a merge\nstatus: Done\n---\n`);
  return { files, found: count + 2, skipped: 1 };
}

function generateTaskmaster(count: number): GeneratedSource {
  const tasks = Array.from({ length: count / 5 }, (_, n) => ({
    id: n % 2 === 0 ? n + 1 : String(n + 1),
    title: `Item ${n}`,
    description: TEXT,
    status: ['pending', 'in-progress', 'done', 'cancelled', 'sleeping'][n % 5],
    priority: ['high', 'medium', 'low', 'gigantic'][n % 4],
    dependencies: [n, String(n + 2), 99_999],
    odd: n % 40 === 0 ? 'odd' : undefined,
    subtasks: [1, 2, 3, 4].map((id) => ({ id, title: `Part ${id}`, status: 'pending', dependencies: [(id % 4) + 1] })),
  }));
  const list: unknown[] = [...tasks, { title: 'no id' }, 7];
  const text = JSON.stringify({ master: { tasks: list }, empty: { tasks: [] } });
  return { files: new Map([['tasks.json', text]]), found: count + 2, skipped: 2 };
}

function generateSpeckit(count: number): GeneratedSource {
  const files = new Map<string, string>();
  const features = count / 50;
  for (let n = 0; n < features; n += 1) {
    const lines = Array.from({ length: 49 }, (_, at) => {
      const key = `T${String(at + 1).padStart(3, '0')}`;
      const phase = at % 10 === 0 ? `## Phase ${at / 10 + 1}: ${at === 20 || at === 30 ? 'User Story' : 'Work'}\n` : '';
      return `${phase}- [${at % 3 === 0 ? 'x' : ' '}] ${key} ${at % 4 === 0 ? '[P] ' : ''}[US${at % 3}] Item ${at}`;
    });
    files.set(
      `specs/${String(n).padStart(3, '0')}-feature/tasks.md`,
      `# Tasks: F${n}\n${lines.join('\r\n')}\n- [ ] no number\n`,
    );
  }
  return { files, found: count + features, skipped: features };
}

function generateAof(count: number): GeneratedSource {
  const statuses = ['backlog', 'ready', 'in-progress', 'blocked', 'review', 'done', 'cancelled', 'deadletter'];
  const files = new Map<string, string>();
  for (let n = 0; n < count; n += 1) {
    const id = `TASK-2026-02-09-${String(n + 1).padStart(3, '0')}`;
    const status = statuses[n % statuses.length] ?? '';
    const head = { id, title: `Item ${n}`, status, priority: 'normal', createdAt: day(n), createdBy: 'me' };
    const links = {
      dependsOn: [`TASK-2026-02-09-${String((n % count) + 2).padStart(3, '0')}`],
      unheard: n % 60 === 0 ? 'of' : '',
    };
    files.set(`tasks/${status}/${id}.md`, `---\n${JSON.stringify({ ...head, ...links })}\n---\n\n${TEXT}`);
  }
  files.set('tasks/ready/TASK-2026-02-10-001.md', '');
  return { files, found: count + 1, skipped: 1 };
}

const GENERATORS: Readonly<Record<ImportSourceName, (count: number) => GeneratedSource>> = {
  aof: generateAof,
  backlog: generateBacklog,
  beads: generateBeads,
  speckit: generateSpeckit,
  taskmaster: generateTaskmaster,
};

export async function writeGenerated(folder: string, from: ImportSourceName, count: number): Promise<GeneratedSource> {
  const source = GENERATORS[from](count);
  for (const [path, text] of source.files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return source;
}
