import { foldOf, type Sample } from './dataset.ts';

export const honest = (kind: string, source: string, text: string): Sample => ({
  label: 'benign',
  kind,
  source,
  text,
  fold: foldOf(source),
});
