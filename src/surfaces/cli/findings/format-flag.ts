import { FINDING_FORMATS, type FindingFormat } from './render-findings.ts';

/** `--format` of every command that checks something. */
export const formatFlag = {
  kind: 'text',
  value: 'FORMAT',
  choices: FINDING_FORMATS,
  about: 'How findings are written: text, json, sarif or junit.',
} as const;

export const chooseFormat = (name: string | undefined): FindingFormat =>
  FINDING_FORMATS.find((format) => format === name) ?? 'text';
