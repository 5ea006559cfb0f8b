import { foldOf, type Sample } from './dataset.ts';

export const honest = (kind: string, source: string, text: string): Sample => ({
  label: 'benign',
  kind,
  source,
  text,
  fold: foldOf(source),
});

/** What people ask a model, of examples of programs and of our own. */
export const isChat = ({ label, kind, source }: Sample): boolean =>
  label === 'benign' && (kind === 'prompt' || source.startsWith('chat-'));
