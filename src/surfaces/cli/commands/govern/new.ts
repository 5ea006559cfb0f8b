import { given } from '../../../../kernel/given.ts';
import { resolve } from 'node:path';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../../kernel/json.ts';
import { newGovernedHandoff } from '../../../../relay/govern/index.ts';
import type { HandoffRequest } from '../../../../protocols/governance/index.ts';
import { defineCommand } from '../../command.ts';
import { REGISTRY_FLAGS, registryOf } from './registry-flags.ts';

const MAX_REQUEST_BYTES = 1024 * 1024;
const TYPES = ['query', 'task', 'analysis', 'decision'] as const;

export const newHandoff = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Builds a governed handoff: ids, versions and hashes come from the registry, the time is now. The request is a JSON object with description and expected_output, and optionally type, input_data, constraints and domain_tags; or plain text, which becomes the description.',
  flags: {
    ...REGISTRY_FLAGS,
    from: { kind: 'text', value: 'AGENT', about: 'The agent that hands over.' },
    to: { kind: 'text', value: 'AGENT', about: 'The agent that takes over.' },
    request: { kind: 'text', value: 'FILE|-', about: 'What is asked for.' },
    trace: { kind: 'text', value: 'ID', about: 'The trace it belongs to.' },
    parent: { kind: 'text', value: 'ID', about: 'The handoff that an orchestrator forwards.' },
    out: { kind: 'text', value: 'FILE', about: 'Write it to a file.' },
  },
  examples: [
    {
      run: 'baton govern new --from domain-01-product --to domain-02-engineering --request request.json --out handoff.json',
      does: 'build a handoff to send with baton govern send',
    },
    {
      run: 'echo "Estimate the effort" | baton govern new --from domain-01-product --to domain-02-engineering --request -',
      does: 'the same with a sentence',
    },
  ],
  async run({ flags, globals, io, platform }) {
    const { from, to, request, trace, parent } = flags;
    if (from === undefined || to === undefined || request === undefined)
      throw new BatonError('USAGE_INVALID', 'say who hands what to whom: --from AGENT --to AGENT --request FILE|-');
    const system = await platform();
    const text =
      request === '-'
        ? (await io.readInput(MAX_REQUEST_BYTES)).toString('utf8')
        : await system.files.readText(resolve(system.project.folder, request), { maxBytes: MAX_REQUEST_BYTES });
    const draft = {
      from,
      to,
      request: toRequest(text),
      ...given({ traceId: trace, parentHandoffId: parent }),
    };
    const handoff = await newGovernedHandoff(system, draft, registryOf(flags));
    const out = flags.out === undefined ? undefined : resolve(system.project.folder, flags.out);
    const rendered = JSON.stringify(handoff, null, 2);
    if (out !== undefined && !globals.dryRun) await system.files.writeAtomic(out, `${rendered}\n`);
    return {
      kind: 'value',
      data: { handoff, out: out ?? null },
      asIs: true,
      text: () => (out === undefined ? rendered : `${globals.dryRun ? 'would write' : 'wrote'} ${out}`),
    };
  },
});

/** Text that is no JSON object is the description itself. */
function toRequest(text: string): HandoffRequest {
  const trimmed = text.trim();
  if (trimmed === '') throw new BatonError('INPUT_INVALID', 'the request is empty');
  if (!trimmed.startsWith('{')) return { description: trimmed, expectedOutput: 'An answer to the request' };
  const value = parseJson(trimmed, { maxBytes: MAX_REQUEST_BYTES, maxDepth: 30 });
  if (!isJsonObject(value)) throw new BatonError('INPUT_INVALID', 'the request is not a JSON object');
  return fromObject(value);
}

function fromObject(value: JsonObject): HandoffRequest {
  const { description, expected_output: expectedOutput, input_data: inputData } = value;
  const unknown = Object.keys(value).find((key) => !KNOWN.has(key));
  if (unknown !== undefined) throw new BatonError('INPUT_INVALID', `${unknown} is not a field of a request`);
  if (typeof description !== 'string' || typeof expectedOutput !== 'string')
    throw new BatonError('INPUT_INVALID', 'the request needs description and expected_output');
  if (inputData !== undefined && typeof inputData !== 'string' && !isJsonObject(inputData))
    throw new BatonError('INPUT_INVALID', 'input_data is neither an object nor text');
  const type = TYPES.find((name) => name === value['type']);
  if (value['type'] !== undefined && type === undefined)
    throw new BatonError('INPUT_INVALID', `type is one of ${TYPES.join(', ')}`);
  const [constraints, domainTags] = [textsAt(value, 'constraints'), textsAt(value, 'domain_tags')];
  return {
    description,
    expectedOutput,
    ...given({ type, inputData, constraints, domainTags }),
  };
}

const KNOWN = new Set(['type', 'description', 'expected_output', 'input_data', 'constraints', 'domain_tags']);

function textsAt(value: JsonObject, key: string): string[] | undefined {
  const member = value[key];
  if (member === undefined) return undefined;
  const texts = Array.isArray(member) ? member.filter((item): item is string => typeof item === 'string') : [];
  if (!Array.isArray(member) || texts.length !== member.length)
    throw new BatonError('INPUT_INVALID', `${key} is not a list of texts`);
  return texts;
}
