import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import type { HookVerb } from '../../../src/relay/hook/index.ts';
import { HOOK_HOSTS, type HookHost } from '../../../src/relay/setup/index.ts';

/** One event of a host: what it sends, and a schema of what it accepts as an answer. */
export interface HostEvent {
  readonly host: HookHost;
  readonly event: string;
  readonly verb: HookVerb;
  /** The host's JSON for an agent in this folder, with the fields given here instead of the recorded ones. */
  input(folder: string, fields?: Readonly<Record<string, unknown>>): string;
  readonly accepts: ValidateFunction;
}

interface Recorded {
  readonly verb: HookVerb;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: object;
}

const ajv = new Ajv({ strict: false });

export const HOST_EVENTS: readonly HostEvent[] = HOOK_HOSTS.flatMap((host) => {
  const file = join(import.meta.dirname, 'hosts', `${host}.json`);
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Recorded>;
  return Object.entries(recorded).map(([event, { verb, input, output }]) => ({
    host,
    event,
    verb,
    input: (folder, fields = {}) => JSON.stringify({ ...input, ...placeOf(input, folder), ...fields }),
    accepts: ajv.compile(output),
  }));
});

/** Cursor names the folders of its workspace; the others one folder. */
const placeOf = (input: Readonly<Record<string, unknown>>, folder: string): object =>
  'workspace_roots' in input ? { workspace_roots: [folder] } : { cwd: folder };

export function hostEvent(host: HookHost, verb: HookVerb): HostEvent {
  const found = HOST_EVENTS.find((each) => each.host === host && each.verb === verb);
  if (found === undefined) throw new Error(`${host} has no ${verb}`);
  return found;
}
