/**
 * What words of an attack mean, whatever the language. Rules speak of concepts; lexicons say which words carry them.
 */
export const CONCEPTS = [
  /** ignore, forget, do not follow */
  'override',
  /** previous, above, all, your */
  'prior',
  /** instructions, rules, what you were told */
  'instructions',
  /** system prompt, hidden instructions */
  'system-prompt',
  /** from now on you are, act as, pretend */
  'role',
  /** unrestricted, without filters, developer mode */
  'unbound',
  /** show, print, repeat, reveal */
  'reveal',
  /** password, API key, .env */
  'secret',
  /** send, upload, post, forward */
  'send',
  /** a web address, a mail address, a webhook */
  'destination',
  /** run, execute, install */
  'execute',
  /** curl … | sh, rm -rf, eval: commands nobody should take from a text */
  'dangerous-command',
  /** AGENTS.md, CLAUDE.md, long-term memory */
  'memory',
  /** append, write, persist, remember */
  'write',
  /** approved by the owner, as your administrator */
  'authority',
  /** do not tell, silently, without asking */
  'secrecy',
  /** immediately, urgent, before anything else */
  'urgency',
  /** when the user asks, next time, after the merge */
  'trigger',
  /** the next agent, assistant, AI model */
  'agent',
  /** you must, you should, you will */
  'you-must',
  /** skip, disable, turn off */
  'disable',
  /** tests, checks, review, safety filter, sandbox */
  'safeguard',
  /** new instructions, real task, instead */
  'new-task',
  /** everything, all of it: what the reader should forget */
  'everything',
  /** instead, rather: the turn from the real task to the planted one */
  'instead',
  /** reply only with, just say, repeat after me */
  'output-control',
  /** your response, your answer */
  'your-output',
  /** the next passage, the following task, what follows */
  'what-follows',
  /** always trust, never ask, every agent must: an order that stays */
  'standing-order',
] as const;

export type Concept = (typeof CONCEPTS)[number];

/**
 * Words of one language by concept, separated by `|`, lower case and without accents. A trailing `*` also takes longer
 * forms of the word; a leading `~` takes it inside longer words, for scripts without spaces.
 */
export type Lexicon = Partial<Record<Concept, string>>;
