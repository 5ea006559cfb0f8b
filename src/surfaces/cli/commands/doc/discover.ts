import { given, whenGiven } from '../../../../kernel/given.ts';
import { discoverTargets, type Discovery } from '../../../../relay/document/index.ts';
import { defineCommand } from '../../command.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';
import { getInput } from './read-input.ts';

export const discover = defineCommand({
  operands: '[SKILL]',
  takes: [0, 1],
  about:
    'Finds skills that accept a handoff, from their frontmatter in project and home and from a registry, best first.',
  flags: {
    document: {
      kind: 'text',
      value: 'FILE',
      about: 'The document to hand on: sender, category, inputs and chain come from it.',
    },
    from: { kind: 'text', value: 'SKILL', about: 'Who hands off: only skills that accept from it are shown.' },
    category: { kind: 'text', value: 'NAME', about: 'What kind of work it is.' },
    input: {
      kind: 'list',
      value: 'TYPE',
      about: 'What there is to hand over, such as specification; may be repeated.',
    },
    autonomous: { kind: 'switch', about: 'Prefer skills that work without asking.' },
    skills: { kind: 'list', value: 'DIR', about: 'Another folder of skills to search; may be repeated.' },
    registry: {
      kind: 'text',
      value: 'FILE',
      about: 'A registry of workflows; default ~/.claude/handoff-registry.yaml if it exists.',
    },
  },
  examples: [
    { run: 'baton doc discover --category implementation', does: 'who could build it?' },
    { run: 'baton doc discover --document handoff.json', does: 'who fits this document?' },
    { run: 'baton doc discover coder', does: 'is there a skill with this name that accepts handoffs?' },
  ],
  async run({ operands, flags, io, platform: loadPlatform }) {
    const platform = await loadPlatform();
    const found = await discoverTargets(platform, {
      query: {
        ...given({ source: flags.from, category: flags.category }),
        ...(flags.input.length === 0 ? {} : { inputs: flags.input }),
        ...(flags.autonomous ? { autonomous: true } : {}),
      },
      skillFolders: flags.skills,
      ...given({ target: operands[0], registry: flags.registry }),
      ...given({ document: await whenGiven(flags.document, (name) => getInput(platform, io, name)) }),
    });
    for (const warning of found.warnings) io.remark(warning);
    return { kind: 'value', data: found, text: (style) => showFound(found, style), exit: found.found ? 0 : 1 };
  },
});

function showFound({ found, message, targets }: Discovery, style: Style): string {
  if (!found) return message ?? '';
  return renderTable(
    targets.map(({ card, score }) => [
      style.bold(card.name),
      `${score} points`,
      `schema ${card.schemaVersion === '' ? '?' : card.schemaVersion}`,
      card.estimatedDuration ?? '',
      style.dim(card.description.slice(0, 80)),
    ]),
  );
}
