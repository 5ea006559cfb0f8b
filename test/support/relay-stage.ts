import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { composePlatform } from '../../src/compose.ts';
import { lockRegistry } from '../../src/relay/govern/index.ts';
import type { Platform, AuditEntry } from '../../src/kernel/ports/index.ts';
import { init } from '../../src/relay/project/index.ts';
import { claim, delegate, newTask, type DelegateRequest, type Delegation } from '../../src/relay/tasks/index.ts';
import type { Settings } from '../../src/kernel/config/index.ts';
import type { PlaneEvent, TaskEntry } from '../../src/kernel/tasks.ts';
import { approveAll } from './approve-all.ts';
import { tempFolder } from './temp-folder.ts';

const PROJECT = fileURLToPath(new URL('../../demo/project', import.meta.url));

export const ENGINEER = 'domain-02-engineering';
export const TESTER = 'domain-03-quality';
export const OPERATIONS = 'domain-04-operations';

/** The demo's project with its team, on the composed platform: the parts are the real ones. */
export interface RelayStage {
  readonly folder: string;
  readonly platform: Platform;
  /** A task that the engineer holds. */
  begin(title?: string): Promise<TaskEntry>;
  delegate(parent: TaskEntry, request?: Partial<DelegateRequest>): Promise<Delegation>;
  events(type?: string): Promise<readonly PlaneEvent[]>;
  /** What is on record of handoffs and agents; not that the log was opened and the registry locked. */
  audit(): Promise<readonly AuditEntry[]>;
  /** Reads a file of the scratch folder. */
  read(path: string): string;
  write(path: string, text: string): void;
  /** The same folder as another process has it, with other settings where given. */
  reopen(settings?: Partial<Settings>): Promise<RelayStage>;
}

const isAboutSetUp = ({ kind }: AuditEntry): boolean => kind.startsWith('log.') || kind.startsWith('registry.');

export async function createStage(settings: Partial<Settings> = {}): Promise<RelayStage> {
  const folder = await tempFolder();
  cpSync(PROJECT, folder, { recursive: true });
  const stage = await openStage(folder, settings);
  await lockRegistry(stage.platform, { by: 'the test', reason: 'the first lock of this team' });
  await init(stage.platform, { git: false, agentsMd: false });
  return stage;
}

async function openStage(folder: string, settings: Partial<Settings>): Promise<RelayStage> {
  writeFileSync(join(folder, 'baton.config.json'), JSON.stringify(settings));
  const compose = () =>
    composePlatform({
      folder,
      environment: {
        HOME: join(folder, 'home'),
        XDG_STATE_HOME: process.env['XDG_STATE_HOME'],
        PATH: process.env['PATH'],
        BATON_CACHE_DIR: join(tmpdir(), 'baton-test-cache'),
      },
    });
  await approveAll(await compose());
  const platform = await compose();
  onTestFinished(async () => {
    await platform.close();
    await platform.audit.close();
    await (await platform.tasks()).close();
  });
  return {
    folder,
    platform,
    begin: async (title = 'Limit failed logins') => {
      const { task } = await newTask(platform, { title, by: 'operator', routing: { agent: ENGINEER } });
      const held = await claim(platform, { id: task.id, agent: ENGINEER });
      if (held === undefined) throw new Error('nothing was claimed');
      return held;
    },
    delegate: async ({ task, run }, request = {}) =>
      await delegate(platform, {
        parentId: task.id,
        from: ENGINEER,
        to: TESTER,
        title: 'Tests and verification of the change',
        handoff: { acceptanceCriteria: ['All tests pass'] },
        ...(run === undefined ? {} : { runId: run.runId }),
        ...request,
      }),
    events: async (type) => {
      const found: PlaneEvent[] = [];
      for await (const event of (await platform.tasks()).readEvents()) found.push(event);
      return type === undefined ? found : found.filter((event) => event.type === type);
    },
    audit: async () => {
      const found: AuditEntry[] = [];
      for await (const entry of platform.audit.entries()) if (!isAboutSetUp(entry)) found.push(entry);
      return found;
    },
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    write: (path, text) => writeFileSync(join(folder, path), text),
    reopen: (changed = settings) => openStage(folder, changed),
  };
}
