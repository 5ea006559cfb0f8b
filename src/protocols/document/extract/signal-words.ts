/** Words that say a reader must know this sentence: what comes next, what is open or blocked, what is not so, what broke. */

const split = (words: string): string[] => words.trim().split(/\s+/);

/** Next steps, open points, blockers, obligations and decisions. */
export const ACTION_WORDS: ReadonlySet<string> = new Set(
  split(`
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
  `),
);

/** What went wrong, or would. */
export const FAULT_WORDS: ReadonlySet<string> = new Set(
  split(`
    error errors fail fails failed failing failure failures critical severe high broken breaks bug bugs crash crashed
    crashes corrupt corrupted corruption leak leaks deadlock timeout regression vulnerable vulnerability security
    injection unsafe overflow exception fatal lost loss panic flaky degraded outage incident missing wrong incorrect
    fehler fehlgeschlagen kritisch kaputt ausfall absturz
    erreur échec échoué critique panne fallo falló crítico crítica erro falhou errore fallito critico
    ошибка ошибки сбой критично критическая błąd błędy awaria krytyczny
    오류 실패
  `),
);

export const NEGATIONS: ReadonlySet<string> = new Set(
  split(`
    no not never none nobody nothing without cannot can't won't don't doesn't didn't isn't aren't wasn't shouldn't
    mustn't neither nor unless except only nicht kein keine keinen nie niemals ohne weder nur außer
    pas jamais aucun aucune sans sauf nunca ningún ninguna sin excepto salvo não nunca sem nenhum non mai senza
    не нет никогда без нельзя кроме nie nigdy bez żaden tylko 않 없 안
  `),
);

/** Scripts written without spaces have no words to look up: these are looked for inside the text. */
export const UNSPACED_ACTION =
  /下一步|接下来|待办|待定|未决|阻塞|阻止|必须|决定|问题|风险|截止|次の|次は|未解決|未定|ブロック|保留|必須|決定|課題|期限|リスク|待ち/u;
export const UNSPACED_FAULT = /错误|失败|故障|崩溃|严重|漏洞|缺失|エラー|失敗|障害|バグ|重大|脆弱/u;
export const UNSPACED_NEGATION = /不|没有|未|无法|禁止|ない|ません|なし|せず|不可/u;
