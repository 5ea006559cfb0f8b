import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { startCutProxy } from '../../support/postgres/cut-proxy.ts';
import { handOver, listHandoffs } from '../../support/postgres/hand-over.ts';
import { createTask, until } from '../../support/postgres/plane-actions.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { openTestStores } from '../../support/postgres/test-store.ts';
import { createStage } from '../../support/relay-stage.ts';
import { runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const server = useServer();
const AGENT = fileURLToPath(new URL('./programs/handing-agent.ts', import.meta.url));

async function open(schema: string, keyFolder: string, address = server.url) {
  const stores = await openTestStores(address, schema, { keyFolder });
  onTestFinished(() => stores.tasks.close());
  return stores;
}

async function proxied(): Promise<{ proxy: Awaited<ReturnType<typeof startCutProxy>>; address: string }> {
  const { port } = new URL(server.url);
  const proxy = await startCutProxy(Number(port));
  onTestFinished(() => proxy.close());
  return { proxy, address: server.url.replace(`:${port}/`, `:${proxy.port}/`) };
}

verifies(
  'FLT-003',
  'what fails after its audit entry leaves neither entry, task, event, file nor message',
  async () => {
    const { tasks, audit } = await open(freshSchema(), await tempFolder());
    await handOver(tasks, 'first');
    const failing = tasks.together?.(async (scope) => {
      await scope.audit.append([{ kind: 'handoff.accepted', handoffId: 'second', body: {} }]);
      await scope.change([], () => ({
        events: [{ type: 'x', actor: 'x', payload: {} }],
        seen: ['second'],
        result: null,
      }));
      throw new TypeError('it went wrong');
    });
    await expect(failing).rejects.toThrow('it went wrong');
    const refused = tasks.together?.(async (scope) => {
      await scope.audit.append([{ kind: 'handoff.accepted', handoffId: 'third', body: {} }]);
      await scope.change([], () => {
        throw new TypeError('it was refused');
      });
    });
    await expect(refused).rejects.toThrow('it was refused');
    const all = await listHandoffs(tasks, audit);
    for (const [place, names] of Object.entries(all)) expect([place, names]).toEqual([place, ['first']]);
    expect((await audit.verify()).ok).toBe(true);
  },
);

verifies(
  'FLT-003',
  'a governed handoff whose connection is cut at any statement happens once, on record once',
  async () => {
    const { proxy, address } = await proxied();
    const stage = await createStage({ governance: 'required', store: address, storeSchema: freshSchema() });
    const parent = await stage.begin();
    expect(await stage.delegate(parent)).toMatchObject({ outcome: 'applied' });
    // Until there is no such statement; a slow handoff has one more here and there.
    let handoffs = 1;
    let statements = 0;
    for (let isCut = true; isCut; statements += isCut ? 1 : 0) {
      for (const when of ['before', 'answered'] as const) {
        proxy.arm({ at: statements + 1, when });
        const { outcome } = await stage.delegate(parent);
        handoffs += 1;
        isCut = proxy.hasCut;
        expect([statements, when, outcome]).toEqual([statements, when, 'applied']);
      }
    }
    expect(statements).toBeGreaterThan(20);
    const entries = (await stage.audit()).filter(({ kind }) => kind === 'handoff.accepted');
    const recorded = entries.map(({ body }) => JSON.stringify(body).match(/"task":"(TASK-[^"]+)"/)?.[1]);
    const requested = (await stage.events('delegation.requested')).map(({ taskId }) => taskId);
    const children = await (await stage.platform.tasks()).list({ parentId: parent.task.id });
    expect(recorded.toSorted()).toEqual(children.map(({ id }) => id).toSorted());
    expect(requested.toSorted()).toEqual(recorded.toSorted());
    expect(children).toHaveLength(handoffs);
    expect(await stage.platform.audit.verify()).toMatchObject({ ok: true });
    const verified = await runBaton(['audit', 'verify', '--json'], { cwd: stage.folder });
    expect([verified.code, JSON.parse(verified.stdout)]).toMatchObject([0, { data: { ok: true } }]);
    const proof = await runBaton(['audit', 'prove', '2', '--out', 'proof.json'], { cwd: stage.folder });
    const checked = await runBaton(['audit', 'check-proof', 'proof.json'], { cwd: stage.folder });
    expect([proof.code, checked.code]).toEqual([0, 0]);
    const shown = await runBaton(['audit', 'show', '--last', '1', '--json'], { cwd: stage.folder });
    expect(shown.stdout).toContain('handoff.accepted');
    console.log(`cut ${statements * 2} times, at each of ${statements} statements: entries, events and children agree`);
  },
);

verifies(
  'FLT-003',
  'agents and server are killed while they hand over: entry and task are both there or both not',
  async () => {
    const own = await startPostgres();
    onTestFinished(() => own.remove());
    const [schema, keyFolder] = [freshSchema(), await tempFolder()];
    const first = await open(schema, keyFolder, own.url);
    await handOver(first.tasks, 'the first one makes tables and key');
    const told: string[] = ['the first one makes tables and key'];
    const start = (name: string) => {
      const child = spawn(process.execPath, ['--import', 'tsx', AGENT, own.url, schema, keyFolder, name], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let rest = '';
      child.stdout.on('data', (piece: Buffer) => {
        const lines = `${rest}${piece.toString('utf8')}`.split('\n');
        rest = lines.pop() ?? '';
        told.push(...lines);
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      return child;
    };
    for (let round = 0; round < 3; round += 1) {
      const agents = ['ada', 'bob'].map((name) => start(`${name} ${round}`));
      const before = told.length;
      await until('work goes on', () => told.length > before + 20, 60_000);
      if (round === 1) {
        await own.kill();
        await own.start();
        const after = told.length;
        await until('work goes on after the server died', () => told.length > after + 10, 60_000);
      }
      for (const agent of agents) {
        agent.kill('SIGKILL');
        await once(agent, 'close');
      }
    }
    const { tasks, audit } = await open(schema, keyFolder, own.url);
    const { entries = [], ...others } = await listHandoffs(tasks, audit);
    for (const [place, names] of Object.entries(others)) expect([place, names]).toEqual([place, entries]);
    expect(told.filter((handoff) => !entries.includes(handoff))).toEqual([]);
    expect(new Set(entries).size).toBe(entries.length);
    expect(await audit.verify()).toMatchObject({ ok: true, entries: entries.length + 1 });
  },
);

verifies('FLT-003', 'entries of the audit log and plain changes do not wait for each other', async () => {
  const schema = freshSchema();
  const { tasks, audit } = await open(schema, await tempFolder());
  await handOver(tasks, 'first');
  await tasks.together?.(async (scope) => {
    await scope.audit.append([{ kind: 'handoff.accepted', handoffId: 'second', body: {} }]);
    // The end of the chain is held now; a task can be made and claimed all the same.
    const { task } = await createTask(tasks, 'meanwhile');
    expect(await tasks.find(task.id)).toBeDefined();
    await scope.change([], () => ({ seen: ['second'], result: null }));
  });
  expect(await audit.verify()).toMatchObject({ ok: true, entries: 3 });
});
