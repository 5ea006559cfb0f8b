/** How much a text counts in training. */
import type { Sample } from './dataset.ts';
import { OWN_ATTACK } from './own-attacks.ts';

/** What is unlike a handoff section teaches less about handoffs. What has a goal of its own and is rare counts most. */
const HONEST_WEIGHTS: Readonly<Record<string, number>> = {
  hardneg: 2,
  agentcfg: 2,
  agentpackage: 2.25,
  handoff: 1.5,
  changelog: 1.5,
  json: 1.5,
  docs: 1.5,
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

/** Documentation that speaks of agents is close to what it must not be mistaken for. */
const OF_AI = 5;
/** The later ones of our own texts are as many as all before, and like them: at full weight they outweigh other sources. */
const OF_LATER = 0.5;
const isLater = ({ kind, source }: Sample): boolean => kind === OWN_ATTACK && source.startsWith('next-');

/** Disguised copies and hidden trivia teach the disguise, not the attack. */
export const weigh = (sample: Sample): number => weighKind(sample) * (isLater(sample) ? OF_LATER : 1);

function weighKind({ label, kind, source, text }: Sample): number {
  if (label === 'benign')
    return (HONEST_WEIGHTS[kind] ?? 1) * (kind === 'package' && SPEAKS_OF_AI.test(text) ? OF_AI : 1);
  if (kind.startsWith('obf:')) return 0.2;
  if (kind === OWN_ATTACK) return 0.6;
  return source === 'bipia' ? 0.3 : 1;
}
