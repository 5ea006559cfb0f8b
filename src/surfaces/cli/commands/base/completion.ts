import { BatonError } from '../../../../kernel/errors/index.ts';
import { defineCommand } from '../../command.ts';
import { COMMANDS } from '../../commands.ts';
import { complete } from '../../complete.ts';

/** Each script only asks `baton completion --complete` what fits, so it never goes stale. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_baton() {
  local IFS=$'\\n'
  COMPREPLY=($(baton completion --complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _baton baton`,
  zsh: `#compdef baton
_baton() {
  local -a found
  found=("\${(@f)$(baton completion --complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
compdef _baton baton`,
  fish: `complete -c baton -a '(baton completion --complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'`,
  powershell: `Register-ArgumentCompleter -Native -CommandName baton -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '' }
  baton completion --complete -- @words 2>$null | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}`,
};

export const completion = defineCommand({
  operands: '[bash|zsh|fish|powershell]',
  takes: [0, 1],
  about: 'Prints a script that teaches a shell to complete baton commands and flags.',
  flags: { complete: { kind: 'switch', about: 'Print what could complete the words after --; used by the scripts.' } },
  examples: [
    { run: 'source <(baton completion bash)', does: 'turn it on in this bash' },
    { run: 'baton completion fish > ~/.config/fish/completions/baton.fish', does: 'turn it on in fish permanently' },
  ],
  passesRest: true,
  async run({ operands, rest, flags, platform }) {
    if (flags.complete) {
      const words = await complete(COMMANDS, rest, async (kind) => {
        // The scripts themselves ask for no tasks.
        const { listIds } = await import('./list-ids.ts');
        return await listIds(await platform(), kind);
      });
      return { kind: 'value', data: { words }, asIs: true, text: () => words.join('\n') };
    }
    const [shell] = operands;
    const script = shell === undefined ? undefined : SCRIPTS[shell];
    if (script === undefined) throw new BatonError('USAGE_INVALID', `name a shell: ${Object.keys(SCRIPTS).join(', ')}`);
    return { kind: 'value', data: { shell, script }, asIs: true, text: () => script };
  },
});
