import { shellWord } from '../../../../kernel/text.ts';
import { checkRegistryFiles } from '../../../../relay/govern/index.ts';
import { defineCommand } from '../../command.ts';
import { asFinding, chooseFormat, formatFlag, renderFindings } from '../../findings/index.ts';
import { REGISTRY_FLAGS, registryOf } from './registry-flags.ts';

export const check = defineCommand({
  operands: '',
  takes: [0, 0],
  about: 'Checks the whole registry and says what would make handoffs fail. Changes nothing.',
  flags: { ...REGISTRY_FLAGS, format: formatFlag },
  examples: [
    { run: 'baton govern check', does: 'check the registry of this project' },
    { run: 'baton govern check --root ../team --json', does: 'check another one, as JSON' },
  ],
  async run({ flags, platform }) {
    const data = await checkRegistryFiles(await platform(), registryOf(flags));
    const format = chooseFormat(flags.format);
    const findings = data.problems.map(({ severity, agent, code, message }) =>
      asFinding('schema', {
        rule: code,
        severity,
        file: 'registry',
        message: `${agent ?? 'registry'}: ${message}`,
        hint: 'see docs/governance.md',
      }),
    );
    return {
      kind: 'value',
      data,
      text: (style) => {
        if (format !== 'text') return renderFindings(format, findings, data, style);
        return [
          ...data.problems.map(({ severity, agent, code, message }) => {
            const mark = severity === 'error' ? style.red('error  ') : style.yellow('warning');
            return `${mark}  ${style.bold(agent ?? 'registry')}  ${message} ${style.dim(`(${code})`)}`;
          }),
          ...data.blocked.map(
            (id) => `${style.red('blocked')}  ${style.bold(id)}  until baton govern reconcile ${shellWord(id)} is run`,
          ),
          ...data.held.map(
            (id) =>
              `${style.yellow('held')}     ${style.bold(id)}  only vouched handoffs pass until baton govern reconcile ${shellWord(id)} is run`,
          ),
          data.ok ? style.green(`${data.agents} agents, all is well.`) : `${data.agents} agents looked at.`,
        ].join('\n');
      },
      exit: data.ok ? 0 : 1,
    };
  },
});
