import { resolve } from 'node:path';
import { renderGraphMermaid, renderGraphSvg, renderGraphText } from '../../../../protocols/governance/index.ts';
import { readGovernanceGraph } from '../../../../relay/govern/index.ts';
import { defineCommand } from '../../command.ts';
import { REGISTRY_FLAGS, registryOf } from './registry-flags.ts';

const RENDERERS = { text: renderGraphText, mermaid: renderGraphMermaid, svg: renderGraphSvg } as const;
type Format = keyof typeof RENDERERS;
const FORMATS: readonly Format[] = ['text', 'mermaid', 'svg'];

export const graph = defineCommand({
  operands: '',
  takes: [0, 0],
  about: 'Draws the agents of the registry and the routes between them, as text, Mermaid or SVG.',
  flags: {
    ...REGISTRY_FLAGS,
    format: { kind: 'text', value: 'FORMAT', choices: FORMATS, about: 'text (default), mermaid or svg.' },
    out: { kind: 'text', value: 'FILE', about: 'Write it to a file.' },
  },
  examples: [
    { run: 'baton govern graph', does: 'list who may hand off to whom' },
    { run: 'baton govern graph --format svg --out team.svg', does: 'draw a picture' },
  ],
  async run({ flags, globals, platform }) {
    const system = await platform();
    const found = await readGovernanceGraph(system, registryOf(flags));
    const format = FORMATS.find((name) => name === flags.format) ?? 'text';
    const drawing = RENDERERS[format](found);
    const out = flags.out === undefined ? undefined : resolve(system.project.folder, flags.out);
    if (out !== undefined && !globals.dryRun) await system.files.writeAtomic(out, `${drawing.trimEnd()}\n`);
    return {
      kind: 'value',
      data: { ...found, format, drawing, out: out ?? null },
      asIs: true,
      text: () => (out === undefined ? drawing.trimEnd() : `${globals.dryRun ? 'would write' : 'wrote'} ${out}`),
    };
  },
});
