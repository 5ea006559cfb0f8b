/** How much a text counts in training. */
import type { Sample } from './dataset.ts';
import { OWN_ATTACK } from './own-attacks.ts';

/** What is unlike a handoff section teaches less about handoffs. Prompts and our own texts are few, and each teaches much. */
const HONEST_WEIGHTS: Readonly<Record<string, number>> = {
  hardneg: 2,
  agentcfg: 2,
  agentpackage: 1.5,
  secdocs: 0.7,
  secpackage: 0.7,
  package: 0.7,
  prompt: 2,
  line: 0.6,
  code: 0.5,
  own: 1,
};

/** Documentation that uses the words of attacks all day. */
export const SPEAKS_OF_AI = /\b(?:AI|agents?|prompts?|LLMs?|assistants?|chatbots?|Claude|GPT|OpenAI|Anthropic)\b/;

/** Disguised copies and hidden trivia teach the disguise, not the attack. */
export function weigh({ label, kind, source, text }: Sample): number {
  if (label === 'benign') return (HONEST_WEIGHTS[kind] ?? 1) * (kind === 'package' && SPEAKS_OF_AI.test(text) ? 2 : 1);
  if (kind.startsWith('obf:')) return 0.2;
  if (kind === OWN_ATTACK) return 0.6;
  return source === 'bipia' ? 0.3 : 1;
}
