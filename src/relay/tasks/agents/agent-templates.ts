import type { JsonObject } from '../../../kernel/json.ts';

/** How well-known command line agents are started: the brief comes on standard input, or in place of {brief}. */
export const AGENT_TEMPLATES: Readonly<Record<string, JsonObject>> = {
  claude: { command: 'claude', args: ['-p', '--permission-mode', 'acceptEdits'] },
  codex: { command: 'codex', args: ['exec', '--full-auto', '-'] },
  gemini: { command: 'gemini', args: ['--yolo', '-p', '{brief}'] },
  shell: { command: 'sh', args: ['./agent.sh'] },
};
