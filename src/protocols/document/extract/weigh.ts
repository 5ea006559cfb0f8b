/** What a text says of itself that a reader must not miss; the numbers are shares of attention, not of anything measured. */
const PLAIN = 0.5;
const WEIGHT = { action: 2.2, fault: 1.6, negation: 1, number: 0.9, name: 0.9, question: 1.8 } as const;

const DIGIT = /\p{N}/u;
/** File names, paths, calls, code in backticks, names in camel case or with underscores. */
const NAME = /\w[.]\w{1,5}\b|[\w.]\/\w|\w\(\)|`|\p{Ll}\p{Lu}|\w_\w|::|--\w/u;
const QUESTION = /[?？¿]/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

export type Signal = keyof typeof WEIGHT;

/** What makes a text worth reading; `words` are those of the text. */
export function signalsOf(text: string, words: readonly string[]): Signal[] {
  const found = new Set<Signal>();
  for (const word of words) {
    if (isAction(word)) found.add('action');
    else if (isFault(word)) found.add('fault');
    else if (isNegation(word)) found.add('negation');
  }
  if (UNSPACED.test(text)) {
    if (UNSPACED_ACTION.test(text)) found.add('action');
    if (UNSPACED_FAULT.test(text)) found.add('fault');
    if (UNSPACED_NEGATION.test(text)) found.add('negation');
  }
  if (QUESTION.test(text)) found.add('question');
  if (DIGIT.test(text)) found.add('number');
  if (NAME.test(text)) found.add('name');
  return [...found];
}

/** A signal that more than this share of a list or a text has tells its parts apart no more. */
const COMMON = 0.15;
const MIN_COMPARED = 8;

/** How much each signal counts among these texts: what is in every row of a table says nothing about one of them. */
export function weighSignals(texts: readonly (readonly Signal[])[]): (signals: readonly Signal[]) => number {
  const counts = new Map<Signal, number>();
  for (const signals of texts) for (const signal of signals) counts.set(signal, (counts.get(signal) ?? 0) + 1);
  const weightOf = (signal: Signal): number => {
    const share = (counts.get(signal) ?? 0) / Math.max(1, texts.length);
    return texts.length < MIN_COMPARED || share <= COMMON ? WEIGHT[signal] : (WEIGHT[signal] * COMMON) / share;
  };
  return (signals) => signals.reduce((sum, signal) => sum + weightOf(signal), PLAIN);
}

/** What the name of a member adds to everything below it: "next_step" and "open_questions" are read first. */
export const weighName = (words: readonly string[]): number =>
  words.some((word) => isAction(word)) ? 1.5 : words.some((word) => isFault(word)) ? 0.8 : 0;

/** True for a word whose change changes the fact: a number, a file, an identifier, a negation. */
export const isTelling = (word: string): boolean =>
  /[\p{N}_./:#@]/u.test(word) || isNegation(word) || isAction(word) || isFault(word);

/** Words that say a reader must know this sentence: what comes next, what is open or blocked, what is not so, what broke. */

type WordCheck = (word: string) => boolean;

/** Taken apart at the first question: a document that fits its budget is never asked about. */
function createWordCheck(words: string): WordCheck {
  let known: ReadonlySet<string> | undefined;
  return (word) => (known ??= new Set(words.trim().split(/\s+/))).has(word);
}

/** Next steps, open points, blockers, obligations and decisions. */
const isAction = createWordCheck(`
    next todo fixme then remaining pending open unresolved undecided unknown unclear question questions decide decided
    decision decisions blocked blocker blockers blocks blocking waiting waits until must required requires mandatory
    deadline due owner approve approved approval agreed chosen chose rejected gap gaps risk risks warning caution
    important workaround rollback assumption assumptions constraint constraints criteria goal
    nächste nächster nächstes nächsten offen offene offener offenes frage fragen blockiert wartet muss müssen
    entscheidung entschieden frist risiko risiken danach wichtig
    prochain prochaine prochaines suivant suivante étape ouvert ouverte bloqué bloquée attend doit doivent décision
    décidé échéance risque
    próximo próxima siguiente abierto abierta pendiente pendientes bloqueado bloqueada espera debe deben decisión
    decidido plazo riesgo pregunta seguinte aberto aberta deve devem decisão prazo risco
    prossimo prossima aperto aperta bloccato attesa deve decisione scadenza rischio
    следующий следующая следующее следующие далее открыт открыта открытый вопрос вопросы заблокирован заблокирована ждёт
    ждет нужно должен должны решение решено срок риск
    następny następna następnie otwarte otwarta pytanie zablokowany zablokowana czeka trzeba musi decyzja termin ryzyko
    다음 미해결 차단 결정 기한
`);

/** What went wrong, or would. */
const isFault = createWordCheck(`
    error errors fail fails failed failing failure failures critical severe high broken breaks bug bugs crash crashed
    crashes corrupt corrupted corruption leak leaks deadlock timeout regression vulnerable vulnerability security
    injection unsafe overflow exception fatal lost loss panic flaky degraded outage incident missing wrong incorrect
    fehler fehlgeschlagen kritisch kaputt ausfall absturz
    erreur échec échoué critique panne fallo falló crítico crítica erro falhou errore fallito critico
    ошибка ошибки сбой критично критическая błąd błędy awaria krytyczny
    오류 실패
`);

const isNegation = createWordCheck(`
    no not never none nobody nothing without cannot can't won't don't doesn't didn't isn't aren't wasn't shouldn't
    mustn't neither nor unless except only nicht kein keine keinen nie niemals ohne weder nur außer
    pas jamais aucun aucune sans sauf nunca ningún ninguna sin excepto salvo não nunca sem nenhum non mai senza
    не нет никогда без нельзя кроме nie nigdy bez żaden tylko 않 없 안
`);

/** Scripts written without spaces have no words to look up: these are looked for inside the text. */
const UNSPACED_ACTION =
  /下一步|接下来|待办|待定|未决|阻塞|阻止|必须|决定|问题|风险|截止|次の|次は|未解決|未定|ブロック|保留|必須|決定|課題|期限|リスク|待ち/u;
const UNSPACED_FAULT = /错误|失败|故障|崩溃|严重|漏洞|缺失|エラー|失敗|障害|バグ|重大|脆弱/u;
const UNSPACED_NEGATION = /不|没有|未|无法|禁止|ない|ません|なし|せず|不可/u;

/** Sentences that differ in nothing but numbers, as lines of a log do: a few are enough, unless one stands out. */

/** This many of a kind count in full. */
const SAMPLE = 3;
/** A few more show how they vary, if there is room; all of them are in the file. */
const MAX_FURTHER = 12;
const FURTHER_WEIGHT = -1;
/** A number is expected if most of its kind have it, and stands out if few have another one. */
const EXPECTED_SHARE = 0.5;
const RARE_SHARE = 0.1;
const RARE_WEIGHT = 2;

/** What its kind adds to the weight of each sentence; undefined for those that are left out. */
export function weighAlike(sentences: readonly string[]): readonly (number | undefined)[] {
  const kinds = new Map<string, number[]>();
  for (const [index, sentence] of sentences.entries()) {
    const masked = sentence.replaceAll(/[0-9]+/g, '0');
    const kind = kinds.get(masked);
    if (kind === undefined) kinds.set(masked, [index]);
    else kind.push(index);
  }
  const weights: (number | undefined)[] = Array.from({ length: sentences.length }, () => undefined);
  for (const kind of kinds.values()) weighKind(sentences, kind, weights);
  return weights;
}

function weighKind(sentences: readonly string[], kind: readonly number[], weights: (number | undefined)[]): void {
  const isOutlier = kind.length > SAMPLE ? findOutliers(kind.map((index) => sentences[index] ?? '')) : () => false;
  let further = 0;
  for (const [place, index] of kind.entries()) {
    if (isOutlier(place)) weights[index] = RARE_WEIGHT;
    else if (place < SAMPLE) weights[index] = 0;
    else if (further < MAX_FURTHER) {
      weights[index] = FURTHER_WEIGHT;
      further += 1;
    }
  }
}

/** Which of them has a number that nearly all others do not have in its place: the one 500 among the 200s. */
function findOutliers(texts: readonly string[]): (place: number) => boolean {
  const rows = texts.map((text) => text.match(/[0-9]+/g) ?? []);
  const columns = (rows[0] ?? []).map((_, column) => {
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(row[column] ?? '', (counts.get(row[column] ?? '') ?? 0) + 1);
    const hasExpected = Math.max(...counts.values()) >= texts.length * EXPECTED_SHARE;
    return hasExpected ? counts : undefined;
  });
  return (place) =>
    columns.some((counts, column) => {
      const count = counts?.get(rows[place]?.[column] ?? '');
      return count !== undefined && count <= texts.length * RARE_SHARE;
    });
}

/** A text as the words it is compared by. */

const WORD = /[\p{L}\p{N}_]+(?:[./'’:#@-]+[\p{L}\p{N}_]+)*/gu;
const UNSPACED_OR_THAI = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Words in lower case, file names and identifiers whole; pairs of characters for scripts without spaces. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const words: string[] = lower.match(WORD) ?? [];
  return UNSPACED_OR_THAI.test(lower) ? words.flatMap(splitUnspaced) : words;
}

function splitUnspaced(word: string): string[] {
  if (!UNSPACED_OR_THAI.test(word)) return [word];
  const characters = [...word];
  if (characters.length < 3) return [word];
  return characters.slice(1).map((character, index) => (characters[index] ?? '') + character);
}

/** The name of a member as words: `nextStep`, `next_step` and `next-step` are the same two. */
export const wordsOfName = (name: string): string[] => wordsOf(name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|[_./-]+/gu, ' '));
