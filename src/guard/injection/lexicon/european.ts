import type { Lexicon } from '../concepts.ts';

export const GERMAN: Lexicon = {
  override:
    'ignorier*|missachte*|vergiss|vergessen sie|vergesse*|ubergeh*|uberschreib*|umgeh*|beachte nicht|befolge nicht|folge nicht|halte dich nicht|setze dich hinweg|verwirf|nicht beachten|nicht befolgen',
  prior: 'vorherig*|bisherig*|vorangegangen*|obig*|fruher*|alle|alles|samtlich*|deine|davor|zuvor|vorig*|ihre',
  instructions:
    'anweisung*|instruktion*|regeln|befehl*|vorgaben|richtlinien|aufforderung*|auftrag*|einschrankung*|beschrankung*|alles was|vorschriften|gesagt*',
  'system-prompt':
    'systemprompt*|system-prompt*|systemanweisung*|systemnachricht*|deine anweisungen|deinen prompt|originalprompt|ursprungliche anweisung*',
  role: 'jetzt bist du|nun bist du|dass sie als|dass du als|als linux-terminal|du bist jetzt|du bist nun|ab jetzt|von nun an|ab sofort|tu so als|tue so als|spiele die rolle|verhalte dich|stell dir vor|gib vor|agiere als|handle als|in der rolle|du bist kein*',
  everything: 'alles|alles was|alles davor|alles bisherige',
  instead: 'stattdessen|sondern|anstatt',
  'output-control': 'antworte nur|sag nur|schreibe nur|gib nur|wiederhole|antworte mit|sonst nichts|wortlich|nur mit',
  'your-output': 'deine antwort|deiner antwort|ihre antwort|deine ausgabe|deine zusammenfassung',
  unbound: 'uneingeschrankt*|ungefiltert*|ohne einschrankung*|ohne filter|ohne regeln|bose|unzensiert*|entwicklermodus',
  reveal:
    'zeig*|gib|ausgeben|nenne|verrate|drucke|wiederhole|offenbare|liste|schreibe|sage mir|sag mir|wie lautet*|antworte mit',
  secret: 'passwort*|passworter|geheimnis*|zugangsdaten|schlussel|umgebungsvariable*|vertraulich*|anmeldedaten',
  send: 'sende|senden sie|schicke|schick|ubermittle|lade hoch|hochladen|leite weiter|weiterleiten|poste|maile',
  execute: 'fuhre|ausfuhren|starte|installiere*|rufe auf|klicke|offne',
  write: 'fuge|hinzufugen|schreibe|erganze|speichere|merke dir|hange an|trage ein|eintragen',
  secrecy:
    'ohne zu fragen|ohne ruckfrage|ohne nachfrage|sag nichts|erwahne nicht|heimlich|verschweige|unbemerkt|nicht erwahnen|nicht mitteilen|ohne bestatigung|im hintergrund|stillschweigend',
  urgency: 'sofort|dringend|umgehend|unverzuglich|wichtig:|bevor du',
  agent:
    'nachste agent|nachsten agenten|naechste agent|der agent|ki-modell|sprachmodell|assistent*|kunstliche intelligenz|die ki|eine ki',
  'you-must': 'du musst|du sollst|sie mussen|du darfst|musst du|deine aufgabe|du wirst|bitte|deine antwort',
  disable: 'uberspring*|deaktivier*|schalte|abschalten|nicht ausfuhren|nicht prufen|verzichte',
  safeguard: 'tests|prufung*|uberprufung*|freigabe*|sicherheits*|kontrolle*|filter|bestatigung*',
  authority:
    'als administrator|vom administrator|der chef|genehmigt|freigegeben von|im auftrag|geschaftsfuhrung|sicherheitsteam',
  'new-task': 'neue anweisung*|neue aufgabe*|stattdessen|folgende anweisung*|neue regeln|folgende aufgabe',
  trigger: 'wenn der nutzer|wenn der benutzer|sobald|beim nachsten|immer wenn|falls der',
};

export const FRENCH: Lexicon = {
  override:
    'ignore*|ignorez|oublie*|oubliez|ne tiens pas compte|ne tenez pas compte|neglige*|fais abstraction|faites abstraction|ne suis pas|ne suivez pas|contourne*|outrepasse*|meprise*|ne respecte*|passe outre',
  prior: 'precedent*|anterieur*|ci-dessus|toutes|tous|tes|vos|avant|initial*|tout ce',
  instructions:
    'instruction*|consigne*|directive*|regle*|ordre*|commande*|indication*|contrainte*|restriction*|tout ce que',
  'system-prompt':
    'prompt systeme|invite systeme|message systeme|instructions systeme|prompt initial|tes instructions|vos instructions|instructions initiales',
  role: 'tu es maintenant|vous etes maintenant|desormais|a partir de maintenant|fais semblant|faites semblant|agis comme|agissez comme|joue le role|jouez le role|imagine que tu|comporte-toi|pretends',
  everything: 'tout|tout ce qui|tout ce que',
  instead: 'a la place|au lieu|plutot',
  'output-control':
    'reponds uniquement|dis seulement|ecris seulement|repete apres|rien d autre|mot pour mot|reponds par|repondez uniquement|reponds simplement',
  'your-output': 'ta reponse|votre reponse|ton resume|votre resume',
  unbound: 'sans restriction*|sans filtre*|sans limite*|sans censure|mode developpeur|sans aucune regle',
  reveal:
    'affiche*|montre*|revele*|donne*|imprime*|repete*|divulgue*|dis-moi|dites-moi|quel est|quelle est|liste*|ecris|reponds',
  secret:
    "mot de passe|mots de passe|secret*|identifiants|cle api|cles api|cle privee|variables d'environnement|jeton*|confidentiel*",
  send: 'envoie*|envoyez|transmets|transmettez|transfere*|publie*|televerse*|poste*',
  execute: 'execute*|executez|lance*|lancez|installe*|clique*|ouvre*',
  write: 'ajoute*|ajoutez|ecris|ecrivez|enregistre*|memorise*|insere*|inscris',
  secrecy:
    "sans demander|sans le dire|ne dis rien|ne dites rien|ne mentionne*|en secret|discretement|sans confirmation|sans informer|n'informe*|silencieusement|a l'insu",
  urgency: 'immediatement|urgent*|tout de suite|sans delai|avant toute chose|avant de',
  agent: "prochain agent|agent suivant|l'agent|assistant*|modele de langage|l'ia|une ia|intelligence artificielle",
  'you-must':
    "tu dois|vous devez|il faut que tu|ta tache|votre tache|ta reponse|votre reponse|tu ne dois|veuillez|s'il te plait|s'il vous plait",
  disable: 'desactive*|desactivez|saute*|ne lance pas|ne fais pas|sans executer|supprime*',
  safeguard: 'les tests|verification*|validation*|securite|controle*|filtre*|revue',
  authority: "l'administrateur|en tant qu'administrateur|approuve par|autorise par|equipe de securite|la direction",
  'new-task':
    'nouvelle instruction*|nouvelles instruction*|nouvelle tache|au lieu de cela|a la place|instructions suivantes|plutot',
  trigger: "quand l'utilisateur|si l'utilisateur|chaque fois|la prochaine fois|des que|lorsque",
};

export const SPANISH: Lexicon = {
  override:
    'ignora*|ignore|olvida*|olvide|haz caso omiso|haga caso omiso|no hagas caso|descarta*|no sigas|no siga|pasa por alto|omite*|omitir|desatiende*|anula*|sobrescribe*|salta*|desestima*|no tengas en cuenta',
  prior: 'anterior*|previa*|previo*|todas|todos|tus|sus|arriba|hasta ahora|original*|inicial*|todo lo',
  instructions:
    'instruccion*|indicacion*|directriz|directrices|regla*|orden|ordenes|norma*|comando*|restriccion*|mandato*|todo lo que',
  'system-prompt':
    'prompt del sistema|mensaje del sistema|instrucciones del sistema|prompt inicial|tus instrucciones|instrucciones iniciales|indicaciones del sistema',
  role: 'ahora eres|eres ahora|a partir de ahora|de ahora en adelante|actua como|finge|finja|pretende|haz de cuenta|imagina que eres|asume el papel|comportate como|desde ahora',
  everything: 'todo|todo lo|todo que|todo esto',
  instead: 'en su lugar|en cambio|en vez de',
  'output-control':
    'responde solo|di solo|solo di|escribe solo|repite despues|nada mas|palabra por palabra|responde con|solo tienes que decir|solo responde|solamente',
  'your-output': 'tu respuesta|su respuesta|tu resumen',
  unbound: 'sin restricciones|sin filtro*|sin limite*|sin censura|sin reglas|modo desarrollador',
  reveal:
    'muestra*|muestre|revela*|imprime*|imprima|repite*|dime|diga*|escribe|cual es|cuales son|lista*|da el|danos|enumera',
  secret: 'contrasena*|secreto*|credencial*|clave*|variables de entorno|confidencial*|token*',
  send: 'envia*|envie|manda*|sube|transmite*|reenvia*|publica*|enviaselo|enviarlo*|envialos',
  execute: 'ejecuta*|ejecute|corre|lanza*|instala*|haz clic|abre|abra',
  write: 'anade*|agrega*|escribe*|guarda*|inserta*|recuerda*|registra*|incluye',
  secrecy:
    'sin preguntar|sin decir|no digas|no menciones|en secreto|en silencio|sin confirmacion|sin informar|no informes|a escondidas|discretamente|sin avisar',
  urgency: 'inmediatamente|urgente*|de inmediato|ahora mismo|antes de nada|cuanto antes|antes de',
  agent: 'siguiente agente|proximo agente|el agente|asistente*|modelo de lenguaje|la ia|una ia|inteligencia artificial',
  'you-must': 'debes|tienes que|debe|usted debe|tu tarea|tu respuesta|por favor|no debes|has de',
  disable: 'desactiva*|deshabilita*|salta*|no ejecutes|sin ejecutar|elimina*|apaga*',
  safeguard: 'las pruebas|pruebas|verificacion*|validacion*|seguridad|filtro*|revision*|controles|los tests',
  authority: 'el administrador|como administrador|aprobado por|autorizado por|equipo de seguridad|la direccion|el jefe',
  'new-task':
    'nueva instruccion*|nuevas instruccion*|nueva tarea|en su lugar|en cambio|siguientes instrucciones|nuevo objetivo',
  trigger: 'cuando el usuario|si el usuario|cada vez|la proxima vez|en cuanto|siempre que',
};

export const PORTUGUESE: Lexicon = {
  override:
    'ignore*|ignora*|esqueca*|esquece*|desconsidere*|desconsidera*|desrespeite|nao siga|nao sigas|descarte*|deixe de lado|anule|sobreponha|contorne|despreze',
  prior: 'anterior*|anteriores|previa*|todas|todos|suas|seus|tuas|teus|acima|ate agora|original|iniciais|tudo o',
  instructions:
    'instrucoes|instrucao|orientacoes|diretrizes|diretriz|regras|ordens|comandos|restricoes|tudo o que|tudo que',
  'system-prompt':
    'prompt do sistema|mensagem do sistema|instrucoes do sistema|prompt inicial|suas instrucoes|prompt de sistema',
  role: 'voce agora e|agora voce e|a partir de agora|de agora em diante|aja como|finja|atue como|faca de conta|imagine que voce|assuma o papel|comporte-se como',
  everything: 'tudo|tudo o que|tudo isso',
  instead: 'em vez disso|ao inves|em lugar',
  'output-control':
    'responda apenas|diga apenas|escreva apenas|repita depois|nada mais|palavra por palavra|responda com|apenas responda',
  'your-output': 'sua resposta|tua resposta|seu resumo',
  unbound: 'sem restricoes|sem filtro*|sem limite*|sem censura|sem regras|modo desenvolvedor',
  reveal: 'mostre*|mostra|revele*|imprima*|repita*|diga*|exiba*|escreva|qual e|quais sao|liste*|forneca',
  secret: 'senha*|segredo*|credenciais|chave*|variaveis de ambiente|confidencia*|token*',
  send: 'envie*|envia|mande*|transmita*|encaminhe*|publique*|carregue|suba',
  execute: 'execute*|executa*|rode|instale*|clique|abra|inicie',
  write: 'adicione*|acrescente*|escreva*|salve*|grave*|insira*|lembre*|registre*|anexe',
  secrecy:
    'sem perguntar|sem avisar|nao diga|nao mencione|em segredo|em silencio|silenciosamente|sem confirmacao|sem informar|nao informe',
  urgency: 'imediatamente|urgente*|agora mesmo|o quanto antes|antes de tudo|antes de',
  agent: 'proximo agente|agente seguinte|o agente|assistente*|modelo de linguagem|a ia|uma ia|inteligencia artificial',
  'you-must': 'voce deve|voce precisa|deves|tens de|sua tarefa|sua resposta|por favor|nao deve',
  disable: 'desative*|desabilite*|pule|nao execute|sem executar|remova*|desligue*',
  safeguard: 'os testes|testes|verificacao|verificacoes|validacao|seguranca|filtro*|revisao',
  authority: 'o administrador|como administrador|aprovado por|autorizado por|equipe de seguranca|a diretoria|o chefe',
  'new-task': 'nova instrucao|novas instrucoes|nova tarefa|em vez disso|ao inves disso|seguintes instrucoes',
  trigger: 'quando o usuario|se o usuario|toda vez|da proxima vez|assim que|sempre que',
};

export const ITALIAN: Lexicon = {
  override:
    'ignora*|ignori|dimentica*|dimentichi|trascura*|non tenere conto|non seguire|non considerare|tralascia*|scarta*|aggira*|sovrascrivi|disattendi',
  prior: 'precedent*|tutte|tutti|tue|tuoi|sopra|finora|original*|inizial*|tutto cio|tutto quello',
  instructions:
    'istruzion*|direttiv*|regol*|ordini|comandi|indicazion*|restrizion*|vincoli|tutto cio che|tutto quello che',
  'system-prompt':
    'prompt di sistema|messaggio di sistema|istruzioni di sistema|prompt iniziale|le tue istruzioni|istruzioni iniziali|prompt del sistema',
  role: "ora sei|sei ora|d'ora in poi|da ora in poi|da adesso|fai finta|fingi|comportati come|agisci come|immagina di essere|assumi il ruolo|interpreta il ruolo",
  everything: 'tutto|tutto cio|tutto quello',
  instead: 'invece|al posto',
  'output-control':
    'rispondi solo|di solo|scrivi solo|ripeti dopo|nient altro|parola per parola|rispondi con|rispondi soltanto',
  'your-output': 'la tua risposta|tua risposta|il tuo riassunto',
  unbound: 'senza restrizioni|senza filtri|senza limiti|senza censura|senza regole|modalita sviluppatore',
  reveal: 'mostra*|rivela*|stampa*|ripeti|dimmi|visualizza|scrivi|qual e|quali sono|elenca|fornisci',
  secret: "password|segret*|credenzial*|chiave api|chiavi|variabili d'ambiente|variabili di ambiente|riservat*|token*",
  send: 'invia*|manda*|trasmetti|inoltra*|pubblica*|carica*|spedisci',
  execute: 'esegui*|lancia*|avvia*|installa*|clicca|apri',
  write: 'aggiungi*|scrivi*|salva*|inserisci*|ricorda*|memorizza*|registra*|accoda',
  secrecy:
    'senza chiedere|senza dire|non dire|non menzionare|in segreto|di nascosto|silenziosamente|senza conferma|senza informare|non informare|senza avvisare',
  urgency: 'immediatamente|urgente*|subito|prima di tutto|al piu presto|prima di',
  agent: "prossimo agente|agente successivo|l'agente|assistente*|modello linguistico|l'ia|intelligenza artificiale",
  'you-must': 'devi|dovete|deve|il tuo compito|la tua risposta|per favore|non devi',
  disable: 'disattiva*|disabilita*|salta*|non eseguire|senza eseguire|rimuovi*|spegni',
  safeguard: 'i test|verific*|validazion*|sicurezza|filtri|revision*|controlli',
  authority: "l'amministratore|come amministratore|approvato da|autorizzato da|team di sicurezza|la direzione",
  'new-task': 'nuova istruzione|nuove istruzioni|nuovo compito|invece|seguenti istruzioni|al suo posto',
  trigger: "quando l'utente|se l'utente|ogni volta|la prossima volta|non appena",
};

export const DUTCH: Lexicon = {
  override: 'negeer*|vergeet*|sla geen acht|let niet op|volg niet|omzeil*|overschrijf*|houd je niet',
  prior: 'vorige|eerdere|voorgaande|bovenstaande|alle|alles|jouw|je|uw|oorspronkelijke',
  instructions: 'instructie*|opdracht*|regels|richtlijnen|aanwijzing*|bevelen|beperkingen|voorschriften',
  'system-prompt': 'systeemprompt*|systeembericht*|systeeminstructie*|je instructies|oorspronkelijke prompt',
  role: 'je bent nu|jij bent nu|vanaf nu|doe alsof|gedraag je als|speel de rol|stel je voor dat je|neem de rol',
  everything: 'alles|alles wat',
  instead: 'in plaats daarvan|in plaats van',
  'output-control': 'antwoord alleen|zeg alleen|schrijf alleen|herhaal|niets anders|woord voor woord|antwoord met',
  'your-output': 'je antwoord|jouw antwoord|uw antwoord|je samenvatting',
  unbound: 'zonder beperkingen|zonder filter*|zonder regels|ongefilterd|onbeperkt|ontwikkelaarsmodus',
  reveal: 'toon|laat zien|onthul*|print|herhaal|geef|druk af|vertel me|wat is|noem|schrijf|lijst',
  secret: 'wachtwoord*|geheim*|inloggegevens|sleutel*|omgevingsvariabele*|vertrouwelijk*',
  send: 'stuur*|verstuur*|verzend*|upload*|mail|plaats|doorsturen',
  execute: 'voer|uitvoeren|start|installeer*|klik|open',
  write: 'voeg|toevoegen|schrijf*|bewaar*|onthoud*|sla op|noteer',
  secrecy:
    'zonder te vragen|zonder te zeggen|vertel niet|niet vermelden|stiekem|in het geheim|zonder bevestiging|meld niet|stilletjes',
  urgency: 'onmiddellijk|dringend|meteen|direct|zo snel mogelijk|voordat je',
  agent: 'volgende agent|de agent|assistent*|taalmodel|de ai|een ai|kunstmatige intelligentie',
  'you-must': 'je moet|jij moet|u moet|je mag|jouw taak|je taak|je antwoord|alsjeblieft|gelieve',
  disable: 'schakel|uitschakelen|sla over|overslaan|niet uitvoeren|verwijder*|zet uit',
  safeguard: 'de tests|tests|controle*|verificatie|validatie|beveiliging*|filters|goedkeuring',
  authority: 'de beheerder|als beheerder|goedgekeurd door|namens|beveiligingsteam|de directie',
  'new-task': 'nieuwe instructie*|nieuwe opdracht*|nieuwe taak|in plaats daarvan|volgende instructies',
  trigger: 'wanneer de gebruiker|als de gebruiker|elke keer|de volgende keer|zodra',
};

export const POLISH: Lexicon = {
  override:
    'zignoruj*|ignoruj*|zapomnij*|pomin|pomijaj|nie przestrzegaj|nie stosuj sie|zlekcewaz|odrzuc|obejdz|nadpisz|nie zwracaj uwagi',
  prior: 'poprzedni*|wczesniejsz*|powyzsz*|wszystki*|swoje|twoje|dotychczasow*|pierwotn*',
  instructions: 'instrukcj*|polece*|polecen*|wytyczn*|zasad*|regul*|rozkaz*|nakaz*|ograniczen*|wskazowk*|dyrektyw*',
  'system-prompt': 'prompt systemow*|promptu systemow*|komunikat systemow*|instrukcje systemow*|swoje instrukcje',
  role: 'jestes teraz|teraz jestes|od teraz|od tej pory|udawaj*|zachowuj sie jak|wciel sie|wyobraz sobie, ze jestes|dzialaj jako',
  everything: 'wszystko|o wszystkim',
  instead: 'zamiast|w zamian',
  'output-control': 'odpowiedz tylko|napisz tylko|powiedz tylko|powtorz za mna|nic wiecej|slowo w slowo',
  'your-output': 'twoja odpowiedz|twojej odpowiedzi|swojej odpowiedzi',
  unbound: 'bez ograniczen|bez filtrow|bez cenzury|bez zasad|tryb deweloperski',
  reveal: 'pokaz*|ujawnij*|wyswietl*|wypisz*|powtorz*|podaj*|wydrukuj*|powiedz mi|jakie jest|wymien|napisz',
  secret: 'haslo|hasla|sekret*|dane logowania|klucz*|zmienne srodowiskowe|poufn*|token*',
  send: 'wyslij*|przeslij*|przekaz*|opublikuj*|wgraj*',
  execute: 'wykonaj*|uruchom*|zainstaluj*|kliknij*|otworz*',
  write: 'dodaj*|dopisz*|zapisz*|wstaw*|zapamietaj*|dolacz*',
  secrecy: 'bez pytania|nie mow|nie wspominaj|po cichu|potajemnie|bez potwierdzenia|nie informuj|bez wiedzy',
  urgency: 'natychmiast*|pilne|pilnie|od razu|jak najszybciej|zanim',
  agent: 'nastepny agent|kolejny agent|agencie|agent|asysten*|model jezykowy|sztuczna inteligencja',
  'you-must': 'musisz|powinienes|masz|twoje zadanie|twoim zadaniem|prosze|nie wolno',
  disable: 'wylacz*|pomin*|nie uruchamiaj|usun*|dezaktywuj*',
  safeguard: 'testy|testow|weryfikacj*|walidacj*|bezpieczenstw*|filtr*|przeglad*|zabezpiecze*',
  authority: 'administrator*|zatwierdzon*|autoryzowan*|w imieniu|zespol bezpieczenstwa',
  'new-task': 'nowe instrukcje|nowe polecenie|nowe zadanie|zamiast tego|nastepujace instrukcje',
  trigger: 'gdy uzytkownik|kiedy uzytkownik|jesli uzytkownik|za kazdym razem|nastepnym razem|gdy tylko',
};
