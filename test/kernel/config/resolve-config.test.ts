import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  environmentName,
  renderConfigSchema,
  resolveConfig,
  type ConfigSources,
} from '../../../src/kernel/config/index.ts';
import { verifies } from '../../support/verifies.ts';

const none: ConfigSources = { environment: {}, flags: {} };
const fromFile = (content: unknown): ConfigSources => ({ ...none, file: { path: 'baton.config.json', content } });
const rowOf = (sources: ConfigSources, key: string) => resolveConfig(sources).rows.find((row) => row.key === key);

describe('where a value comes from', () => {
  verifies('SUR-006', 'a flag beats the environment, which beats the file, which beats the default', () => {
    const file = fromFile({ budget: 10 }).file;
    const environment = { BATON_BUDGET: '20' };
    const flags = { budget: '30' };
    if (file === undefined) throw new Error('no file');
    expect(rowOf(none, 'budget')).toEqual({ key: 'budget', value: 2000, origin: 'default' });
    expect(rowOf({ ...none, file }, 'budget')).toEqual({
      key: 'budget',
      value: 10,
      origin: 'file',
      from: 'baton.config.json',
    });
    expect(rowOf({ ...none, file, environment }, 'budget')).toEqual({
      key: 'budget',
      value: 20,
      origin: 'environment',
      from: 'BATON_BUDGET',
    });
    expect(rowOf({ file, environment, flags }, 'budget')).toEqual({ key: 'budget', value: 30, origin: 'flag' });
  });

  test('an empty variable counts as not set', () => {
    expect(rowOf({ ...none, environment: { BATON_DATA_DIR: '' } }, 'dataDir')).toMatchObject({
      value: '.baton',
      origin: 'default',
    });
  });

  test('the name of a variable follows the name of the setting', () => {
    expect(environmentName('dataDir')).toBe('BATON_DATA_DIR');
  });
});

describe('what is not allowed', () => {
  const messageOf = (sources: ConfigSources): string => {
    try {
      resolveConfig(sources);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('was accepted');
  };

  test.each([
    [fromFile([]), 'baton.config.json must contain a JSON object'],
    [fromFile({ budgte: 1 }), 'baton.config.json: unknown setting budgte; did you mean budget?'],
    [fromFile({ budget: 0 }), 'baton.config.json: budget must be a whole number from 1 to 1000000, found 0'],
    [fromFile({ budget: '5' }), 'baton.config.json: budget must be a whole number from 1 to 1000000, found "5"'],
    [fromFile({ dataDir: ' ' }), 'baton.config.json: dataDir must be a text that is not empty, found " "'],
    [
      { ...none, environment: { BATON_BUDGET: '1.5' } },
      'BATON_BUDGET: budget must be a whole number from 1 to 1000000, found "1.5"',
    ],
  ])('%o', (sources, message) => {
    expect(messageOf(sources)).toBe(message);
  });
});

describe('the shipped schema', () => {
  const validate = new Ajv2020({ strict: true }).compile(renderConfigSchema());
  const isAccepted = (content: unknown): boolean => {
    try {
      resolveConfig(fromFile(content));
      return true;
    } catch {
      return false;
    }
  };

  verifies('SUR-006', 'the shipped JSON Schema is the one made from the table', () => {
    expect(JSON.parse(readFileSync('schema/baton-config.schema.json', 'utf8'))).toEqual(renderConfigSchema());
  });

  test.each([
    {},
    { $schema: './x.json' },
    { budget: 1 },
    { budget: 0 },
    { budget: 1.5 },
    { budget: '1' },
    { dataDir: 'x' },
    { dataDir: '' },
    { owner: 'Ada' },
    { owner: null },
    { nonsense: 1 },
    [],
    null,
  ])('a stock validator agrees with us on %j', (content) => {
    expect(validate(content)).toBe(isAccepted(content));
  });
});
