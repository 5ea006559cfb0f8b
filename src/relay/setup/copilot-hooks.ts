import { HOOKS } from './hook-tables.ts';

/** `.github/hooks/baton.json` as Copilot reads it: one shell line per event, for each kind of shell. */
export function renderCopilotHooks(program: readonly string[]): string {
  const hooks = Object.fromEntries(
    HOOKS.copilot.map(({ event, verb, timeoutS }) => {
      const line = [...program, 'hook', verb, '--host', 'copilot'].join(' ');
      return [event, [{ type: 'command', bash: line, powershell: line, timeoutSec: timeoutS }]];
    }),
  );
  return `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
}
