/**
 * Commands and settings that nobody should take from a text: they leak secrets, open backdoors or hide what they run.
 */

import { findConcepts, type ConceptHit } from './injection/find-concepts.ts';
import { findSettings } from './injection/find-settings.ts';
import { matchCombinations, type ScoredHit } from './injection/match-combinations.ts';
import { scoreSections } from './injection/score-sections.ts';
import { scoreBlocks, scoreText, type LoadedModel } from './model/score.ts';
import { WINDOW_STEP } from './model/step-classes.ts';
import type { Hit } from './rule.ts';

interface InjectionOptions {
  /** Undefined leaves the statistical model out. */
  readonly model: LoadedModel | undefined;
  /** What the points of a hidden text are multiplied with; 1 for plain text. */
  readonly factor?: number;
  /** How much more than usual the model needs for a warning. */
  readonly warningLead?: number;
}

/** Text is read in blocks, so that memory stays bounded; words of one attack may reach over a border. */
const BLOCK = WINDOW_STEP * 200;
const OVERLAP = 400;

/** Instructions aimed at the reader, in one text without hidden parts. */
export function findInjections(text: string, { model, factor = 1, warningLead = 0 }: InjectionOptions): Hit[] {
  const found: Hit[] = [];
  for (let from = 0; from < text.length; from += BLOCK) {
    const to = Math.min(text.length, from + BLOCK + OVERLAP);
    const concepts = findConcepts(text, from, to);
    const scored: ScoredHit[] = [
      ...matchCombinations(text, concepts),
      ...findCommands(text, concepts),
      ...findSettings(text, from, to),
    ];
    if (model !== undefined) {
      const part = { from, to: Math.min(text.length, from + BLOCK), concepts };
      for (const window of scoreText(text, part, model, { warningLead })) scored.push({ rule: 'model', ...window });
      for (const block of scoreBlocks(text, part, model, { warningLead })) scored.push({ rule: 'model', ...block });
    }
    if (scored.length > 0) for (const hit of scoreSections(text, scored, factor)) found.push(hit);
  }
  return found;
}

const FILES = String.raw`(?:\.env\b|\.ssh\b|id_rsa|id_ed25519|credentials\b|\/etc\/(?:passwd|shadow)|\.aws\b|\.npmrc|\.netrc|\.git-credentials|\.gnupg)`;
const CALLS = '(?:curl|wget|nc(?:at)?|invoke-webrequest|iwr)';

/** A row reads: points, and how such a command is written. Each is tried on one line, and only near a telling word. */
const COMMANDS: readonly (readonly [points: number, form: RegExp])[] = [
  // What a command prints, a file of secrets or a variable of them goes out as the body or address of a request.
  [
    100,
    new RegExp(
      String.raw`\b${CALLS}\b[^\n]{0,160}(?:\$\(\s{0,2}(?:cat|env|printenv|base64|tar)\b|\x60(?:cat|env|printenv)\b|@[~.\/\w-]{0,40}${FILES})`,
      'i',
    ),
  ],
  [
    100,
    new RegExp(
      String.raw`\b(?:(?:cat|tar|base64)\b[^\n|]{0,60}${FILES}[^\n|]{0,20}|(?:^|[\s;&|(])(?:env|printenv|set)\s{0,2})\|\s{0,2}(?:(?:base64|gzip|xxd)\b[^|\n]{0,20}\|\s{0,2}){0,2}${CALLS}\b`,
      'i',
    ),
  ],
  [
    50,
    /\bcurl\b[^\n]{0,120}(?:\s(?:-d|-F|--data(?:-\w{1,10})?|--form)\s{0,2}["']?|[?&]\w{1,12}=)[^\s"']{0,24}\$\{?\w{0,40}(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)\b/,
  ],
  // Shells that answer to somebody else.
  [
    100,
    /\bnc(?:at)?\b[^\n]{0,60}\s-\w{0,3}e\b|["']-e["'],\s{0,3}["']\/bin\/(?:ba|z)?sh|(?:>&|<>|>)\s{0,2}\/dev\/tcp\/|\bsocat\b[^\n]{0,80}\bexec:["']?(?:\/bin\/)?(?:ba|z)?sh\b|\bngrok\s{1,2}tcp\s{1,2}22\b/i,
  ],
  // Doors that stay open.
  [
    60,
    /(?:>>|\btee\s{1,2}-a)\s{0,2}["']?[^\s"']{0,60}(?:authorized_keys|\/etc\/(?:sudoers|passwd|crontab|ssh\/sshd_config))|\.\.\/[^\s"']{0,60}authorized_keys|NOPASSWD:\s{0,2}ALL|\bcrontab -l[^\n]{0,80}\|\s{0,2}crontab -/i,
  ],
  // Code nobody can read before it runs.
  [
    60,
    /\bbase64\s{1,2}(?:-d|-D|--decode)\b[^\n|]{0,40}\|\s{0,2}(?:sudo\s)?(?:ba|z)?sh\b|\bpowershell\b[^\n]{0,60}\s-e(?:nc|ncodedcommand)\b|\biex\s{0,2}\(|\bdownloadstring\(|\beval\s{0,2}\(\s{0,2}(?:atob|base64_decode)\(/i,
  ],
  // Code that reads secrets and sends them in one line, or does what its input says.
  [
    60,
    new RegExp(
      String.raw`(?:readfile(?:sync)?|\bopen|\bread|loader)\(\s{0,2}[^\n]{0,80}${FILES}[^\n]{0,200}(?:\bfetch|requests\.(?:post|get)|axios\.\w{3,4}|urlopen|\.write|http\.request)\(`,
      'i',
    ),
  ],
  [
    60,
    /(?:document\.cookie|localstorage(?:\.\w{3,8}|\[)|process\.env|os\.environ)\b[^\n]{0,60}(?:\bfetch\(|requests\.post|axios\.post|sendbeacon)|(?:\bfetch|sendbeacon|requests\.post|axios\.post|\.src\s?=)\s?\(?[^\n]{0,120}(?:document\.cookie|json\.stringify\(process\.env\)|dict\(os\.environ\))/i,
  ],
  [
    50,
    /\son(?:load|error|focus|mouseover)\s?=\s?\W{0,3}[^\n>]{0,60}(?:document\.cookie|alert\(|eval\(|console\.log\()/i,
  ],
  [
    60,
    /['"\d)]\s{0,3}(?:\)\s{0,2})?union\s{1,2}(?:all\s{1,2})?select\b|['"]\s{0,2}or\s{1,2}['"]?1['"]?\s{0,2}=\s{0,2}['"]?1|['"]\s{0,2};\s{0,2}drop\s{1,2}table\b/i,
  ],
  [
    60,
    /__class__\W{1,3}__(?:mro|bases?)__|__subclasses__\(|__globals__\s{0,2}[[.]|\{\{\s{0,2}(?:config|self|request)\.[^}\n]{0,40}(?:secret|key|__)|__import__\(\s{0,2}["'](?:os|subprocess)["']\s{0,2}\)/i,
  ],
  [
    60,
    /\b(?:os\.(?:system|popen|startprocess)|kernel\.exec|runtime\.exec|child_process[^\n]{0,24}\.exec(?:sync)?|subprocess\.\w{3,12})\(\s{0,2}[[(]?["'`](?:whoami|id|ls -la? \/|cat \/|calc|touch \/tmp|curl|wget|nc|rm -rf|(?:ba|z)?sh\b|\/bin\/)/i,
  ],
  [50, /\bufw\s{1,2}disable\b|\biptables\s{1,2}-F\b|DisableRealtimeMonitoring/i],
  [50, new RegExp(String.raw`(?<!\.\.[\/\\])(?:\.\.[\/\\]){3}[^\s"']{0,110}${FILES}`, 'i')],
  // Settings of agents and tools that say it outright.
  [
    50,
    /["'](?:bypass_?(?:permissions?|approvals?|safety)|escalate_?admin|(?:execute|run)_?remote|auto_?execute|forward_?(?:all|credentials|env|tokens|secrets)|fetch_?instructions|include_?credentials|export_?(?:tokens|secrets|credentials)|--forward-env|--exfil[\w-]*)["'](?:\s{0,2}:\s{0,2}(?:true|["'](?:true|all|\*|yes)["'])|\s{0,2}[,\]])/i,
  ],
];

/** Without one of these signs a line is prose. */
const SIGNS = /--|__|[|$@>`]|\.\.[/\\]|["']\s?[:,\]]|\s-\w|\(/;

const BEFORE = 160;
const AFTER = 200;

/** Looks at the lines around words that indicate dangerous commands, sending and secrets. */
function findCommands(text: string, concepts: readonly ConceptHit[]): ScoredHit[] {
  const found: ScoredHit[] = [];
  let read = 0;
  /** The last line in which nothing was found: it may contain several of the words. */
  let idle = { from: -1, to: -1 };
  for (const { concept, start, end } of concepts) {
    if (start < read || (concept !== 'dangerous-command' && concept !== 'send' && concept !== 'secret')) continue;
    const from = lineStartNear(text, read, start);
    const to = lineEndNear(text, end);
    if (from === idle.from && to === idle.to) continue;
    idle = { from, to };
    const line = text.slice(from, to);
    if (!SIGNS.test(line)) continue;
    for (const [points, form] of COMMANDS) {
      const match = form.exec(line);
      if (match === null) continue;
      found.push({ rule: 'command', points, start: from + match.index, end: from + match.index + match[0].length });
      read = from + line.length;
      break;
    }
  }
  return found;
}

/** Only so much is looked at: a line may be as long as the text. */
function lineStartNear(text: string, read: number, start: number): number {
  const from = Math.max(read, start - BEFORE);
  return from + text.slice(from, start).lastIndexOf('\n') + 1;
}

function lineEndNear(text: string, end: number): number {
  const at = text.slice(end, end + AFTER).indexOf('\n');
  return end + (at === -1 ? AFTER : at);
}
