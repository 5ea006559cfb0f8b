/** Tells "ignore all previous instructions" from "override the cache for all requests": what is set aside decides. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** What programs have too. Everything else that rules know as instructions is only ever given to a reader. */
const COMMON =
  /\b(?:rules?|prompts?|constraints?|restrictions?|limitations?|polic(?:y|ies)|context|requests?|messages?|tasks|commands|conversation|assignments?|protocols)$/i;
/** Even these words between are not enough for what passes through programs all day. */
const EVERYDAY = /\b(?:requests?|messages?|tasks|commands|context|assignments?)$/i;
/** Words that say which ones, and nothing about what they are. */
const ONLY_WHICH =
  /^\S+(?:\s+(?:about|to|of|the|all|any|every|each|and|or|your|my|our|these|those|this|that|previous|prior|above|earlier|preceding|existing|original|initial|foregoing|past|former|current|other|aforementioned|following|system|own|given|such|with|future|provided|safety|security|content|ethical|usage|agent|open|ai|openai(?:['’]s)?|instructions?|rules?|policies|commands|context|messages|,))*\s+\S+$/i;
const OF_THE_MIND =
  /^(?:ignor|disregard|forget|forgot|neglect|overlook|do not|don|pay no|never mind|nevermind|set aside|stop|unlearn|abandon|discard|no longer)/i;

/** Whether what a passage sets aside may as well be part of a program, so that it alone blocks nobody. */
export function isWeakObject(text: string, { start, end }: Place): boolean {
  const passage = text.slice(start, end);
  if (!COMMON.test(passage)) return false;
  if (!ONLY_WHICH.test(passage)) return true;
  return EVERYDAY.test(passage) && !OF_THE_MIND.test(passage);
}

/** Settings are set aside in every manual. The words of other languages for instructions mean them too. */
const SETTINGS =
  /설정|設定|设置|设定|設置|配置|einstellung|konfigura|réglage|paramètre|configura|ajustes|impostazion|instelling|ustawie|настройк/i;
const STRONG = /지시|명령|指示|命令|指令|anweisung|instruc|consigne|istruzion|instructie|instrukcj|инструкц|указани/i;

/** Whether a passage in another language sets aside nothing but settings. */
export function isAboutSettings(text: string, { start, end }: Place): boolean {
  const passage = text.slice(start, end);
  return SETTINGS.test(passage) && !STRONG.test(passage);
}
