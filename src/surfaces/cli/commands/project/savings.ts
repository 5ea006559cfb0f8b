import { savings as measure } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';
import { renderTable } from '../../table.ts';

const TITLES = {
  fix: 'Simple follow-up task',
  feature: 'New feature (needs conventions)',
  debug: 'Debug session (needs log)',
  first: 'First session (cold start)',
} as const;

export const savings = defineCommand({
  operands: '[DIR]',
  takes: [0, 1],
  about:
    'What reading in layers saves in this project, measured in tokens: everything orient prints against every file.',
  flags: {},
  examples: [{ run: 'baton savings', does: 'the table for this project' }],
  async run({ operands: [folder], platform }) {
    const { scenarios, method } = await measure(await platform(), folder);
    return {
      kind: 'value',
      data: { scenarios, method },
      text: (style) =>
        renderTable([
          ['SCENARIO', 'FULL READ', 'LAYERED', 'SAVINGS'].map(style.dim),
          ...scenarios.map(({ name, full, layered, savings: saved }) => [
            TITLES[name],
            String(full),
            String(layered),
            `${saved} %`,
          ]),
          [style.dim(`tokens by ${method}`)],
        ]),
    };
  },
});
