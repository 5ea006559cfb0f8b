import { Section } from '../../parts/section.tsx';
import type { TaskCost } from '../../types.ts';

/** Tokens of what the task was given and what it left. */
export function Cost({ cost }: { readonly cost: TaskCost }) {
  const rows = [
    ['Brief', cost.text],
    ['Work log', cost.workLog],
    ['Handoff', cost.handoff],
    ['Outputs', cost.outputs],
  ] as const;
  const most = Math.max(1, ...rows.map(([, tokens]) => tokens));
  return (
    <Section title="Cost in tokens">
      <table class="cost">
        <tbody>
          {rows.map(([name, tokens]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <meter min={0} max={most} value={tokens} aria-label={`${name}: ${tokens} tokens`} />
              </td>
              <td class="number">{tokens.toLocaleString()}</td>
            </tr>
          ))}
          {cost.reported !== undefined && (
            <tr>
              <th scope="row">Used by agents</th>
              <td>as they reported</td>
              <td class="number">{cost.reported.toLocaleString()}</td>
            </tr>
          )}
        </tbody>
      </table>
      <p class="hint">Counted with {cost.method}.</p>
    </Section>
  );
}
