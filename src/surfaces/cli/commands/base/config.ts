import { getSetting, maskSetting, SETTING_KEYS, type ConfigRow } from '../../../../kernel/config/index.ts';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { findNearest } from '../../../../kernel/nearest.ts';
import { defineCommand } from '../../command.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';

export const config = defineCommand({
  operands: '[KEY]',
  takes: [0, 1],
  about:
    'Shows each setting in force and where it comes from: a default, your own file, baton.config.json, the environment or a flag.',
  flags: {},
  examples: [
    { run: 'baton config', does: 'show all settings' },
    { run: 'baton config dataDir', does: 'show one' },
    { run: 'BATON_BUDGET=4000 baton config --json', does: 'see a value that comes from the environment, as JSON' },
  ],
  async run({ operands, platform }) {
    const [key] = operands;
    const rows = (await platform()).project.settings.rows.map((row) => ({
      ...row,
      value: maskSetting(getSetting(row.key), row.value),
      ...(row.withheld === undefined ? {} : { withheld: maskSetting(getSetting(row.key), row.withheld) }),
    }));
    const shown = key === undefined ? rows : [getRow(rows, key)];
    const settings = shown.map((row) => ({ ...row, about: getSetting(row.key).about }));
    return {
      kind: 'value',
      data: { settings },
      text: (style) => (key === undefined ? renderTable(shown.map((row) => cells(row, style))) : showValue(shown[0])),
    };
  },
});

function getRow(rows: readonly ConfigRow[], key: string): ConfigRow {
  const row = rows.find((candidate) => candidate.key === key);
  if (row !== undefined) return row;
  const near = findNearest(key, SETTING_KEYS);
  throw new BatonError(
    'INPUT_INVALID',
    `there is no setting ${key}${near === undefined ? '' : `; did you mean ${near}?`}`,
    {
      key,
      hint: 'run baton config for the list',
    },
  );
}

const cells = (row: ConfigRow, style: Style): string[] => [
  style.bold(row.key),
  row.withheld === undefined ? showValue(row) : `${showValue(row)} (not approved: ${String(row.withheld)})`,
  style.dim(row.from ?? row.origin),
  style.dim(getSetting(row.key).about),
];

const showValue = (row: ConfigRow | undefined): string => (row?.value === null ? '(not set)' : String(row?.value));
