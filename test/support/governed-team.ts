import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { composePlatform } from '../../src/compose.ts';
import {
  lockRegistry,
  sendGovernedHandoff,
  type AcceptedHandoff,
  type SendOutcome,
  type SendRequest,
} from '../../src/relay/govern/index.ts';
import type { Platform } from '../../src/kernel/ports/index.ts';
import { createAuditLog } from '../../src/stores/audit/index.ts';
import { canonicalJson } from '../../src/kernel/canonical-json.ts';
import { sha256Hex } from '../../src/kernel/hash.ts';
import type { Json } from '../../src/kernel/json.ts';
import { tempFolder } from './temp-folder.ts';

const EXAMPLE_TEAM = fileURLToPath(new URL('../../examples/governed-team', import.meta.url));

/** Any JSON document of a test, open for changes. */
export type Loose = { [key: string]: unknown };

/** The example registry in a folder of its own, with a clock that stands still and a target that notes each call. */
export interface Team {
  readonly folder: string;
  readonly platform: Platform;
  readonly calls: AcceptedHandoff[];
  nowMs: number;
  /** A sound handoff between two agents, as the lock has them. */
  handoff(source: string, target: string, changes?: Loose): Loose;
  /** A sound answer of an agent to a handoff. */
  response(agent: string, handoffId: string, changes?: Loose): Loose;
  send(document: unknown, request?: Partial<SendRequest>): Promise<SendOutcome>;
  read(path: string): string;
  write(path: string, content: string): void;
  /** Changes a JSON file in place. */
  edit(path: string, change: (value: Loose) => void): void;
  /** Locks what the test has changed; an agent with another prompt gets another version. */
  lock(): Promise<unknown>;
  /** Makes the lock cover the manifest as it is, and leaves everything else in it as it is. */
  coverManifest(): void;
}

export const START = Date.parse('2026-02-11T00:45:02Z');

export async function createTeam(environment: Readonly<Record<string, string>> = {}): Promise<Team> {
  const folder = await tempFolder();
  cpSync(EXAMPLE_TEAM, folder, { recursive: true });
  writeFileSync(join(folder, 'baton.config.json'), '{}');
  return await openTeam(folder, environment);
}

/** A second look at the same folder, as another process would have it. */
export async function openTeam(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  seenFolder?: string,
): Promise<Team> {
  const base = await composePlatform({ folder, environment });
  const time = { nowMs: START };
  const clock = { now: () => time.nowMs };
  const audit = createAuditLog({
    ...base,
    clock,
    folder: join(base.project.dataDir, 'audit'),
    keyFolder: join(base.project.dataDir, 'keys'),
    seenFolder,
  });
  onTestFinished(async () => {
    await audit.close();
    // Notices are on their way in the background.
    await base.close();
  });
  const platform: Platform = { ...base, clock, audit };
  return new OpenTeam(folder, platform, time);
}

class OpenTeam implements Team {
  readonly calls: AcceptedHandoff[] = [];
  readonly folder: string;
  readonly platform: Platform;
  readonly #time: { nowMs: number };

  constructor(folder: string, platform: Platform, time: { nowMs: number }) {
    this.folder = folder;
    this.platform = platform;
    this.#time = time;
  }

  get nowMs(): number {
    return this.#time.nowMs;
  }

  set nowMs(value: number) {
    this.#time.nowMs = value;
  }

  handoff(source: string, target: string, changes: Loose = {}): Loose {
    return {
      handoff_id: randomUUID(),
      timestamp: new Date(this.nowMs).toISOString(),
      protocol_version: '1.0.0',
      source_agent: this.#claim(source),
      target_agent: this.#claim(target),
      context: {
        request: {
          type: 'analysis',
          description: 'Analyze user research data to validate the hypothesis',
          input_data: { data_sources: ['interviews.json'] },
          constraints: ['Provide confidence intervals'],
          expected_output: 'Statistical analysis with recommendation',
        },
        state: { conversation_history: [], accumulated_context: {}, decisions_made: [] },
      },
      governance: { ...ATTESTED, audit_trail: 'handoff-log-2026-02-11-001.json' },
      ...changes,
    };
  }

  response(agent: string, handoffId: string, changes: Loose = {}): Loose {
    return {
      response_id: randomUUID(),
      handoff_id: handoffId,
      agent: this.#claim(agent),
      status: 'success',
      content: { answer: 'yes, with 95 % confidence' },
      governance: ATTESTED,
      timestamp: new Date(this.nowMs).toISOString(),
      ...changes,
    };
  }

  send(document: unknown, request: Partial<SendRequest> = {}): Promise<SendOutcome> {
    const bytes = document instanceof Uint8Array ? document : Buffer.from(JSON.stringify(document));
    return sendGovernedHandoff(this.platform, { bytes, ...request }, async (accepted) => {
      this.calls.push(accepted);
      return { exit_code: 0 };
    });
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  write(path: string, content: string): void {
    writeFileSync(join(this.folder, path), content);
  }

  edit(path: string, change: (value: Loose) => void): void {
    const value = JSON.parse(this.read(path)) as Loose;
    change(value);
    this.write(path, JSON.stringify(value, null, 2));
  }

  coverManifest(): void {
    const hash = sha256Hex(canonicalJson(JSON.parse(this.read('prompt-manifest.json')) as Json));
    this.edit('prompt-lock.json', (lock) => (lock['manifest'] = { file: 'prompt-manifest.json', hash }));
  }

  #raiseVersions(): void {
    const { prompts } = JSON.parse(this.read('prompt-lock.json')) as { prompts: Record<string, { hash: string }> };
    this.edit('prompt-manifest.json', (manifest) => {
      for (const section of ['domains', 'archetypes', 'orchestrators']) {
        for (const [id, row] of Object.entries((manifest[section] ?? {}) as Record<string, Loose>)) {
          const hash = sha256Hex(readFileSync(join(this.folder, String(row['file']))));
          if (prompts[id] !== undefined && prompts[id].hash !== hash) row['version'] = '1.0.9';
        }
      }
    });
  }

  lock(): Promise<unknown> {
    this.#raiseVersions();
    return lockRegistry(this.platform, { by: 'the test', reason: 'what the test has changed' });
  }

  #claim(id: string): Loose {
    const { prompts } = JSON.parse(this.read('prompt-lock.json')) as {
      prompts: Record<string, { type: string; version: string; hash: string }>;
    };
    const locked = prompts[id];
    if (locked === undefined) throw new Error(`${id} is not in the lock`);
    return { agent_type: locked.type, agent_id: id, agent_version: locked.version, prompt_hash: locked.hash };
  }
}

const ATTESTED = {
  source_agent_verified: true,
  target_agent_verified: true,
  composition_valid: true,
  boundaries_respected: true,
};

/** `accepted`, or every error as `CODE /path`. */
export const verdictOf = (outcome: SendOutcome): string =>
  outcome.accepted ? 'accepted' : outcome.errors.map(({ code, path }) => `${code} ${path}`.trim()).join(', ');

/** Puts a value at a JSON Pointer; undefined removes what is there. */
export function put(document: Loose, pointer: string, value: unknown): Loose {
  const copy = structuredClone(document);
  const parts = pointer.split('/').slice(1);
  const last = parts.pop() ?? '';
  let at: Loose = copy;
  for (const part of parts) at = at[part] as Loose;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}
