import { useSignal } from '@preact/signals';
import { getText, taskPath } from '../../api.ts';
import { attempt } from '../../actions/attempt.ts';
import { Section } from '../../parts/section.tsx';
import type { OutputView } from '../../types.ts';

interface Props {
  readonly id: string;
  readonly outputs: readonly OutputView[];
}

export const Outputs = ({ id, outputs }: Props) =>
  outputs.length === 0 ? null : (
    <Section title="Output" count={outputs.length}>
      {outputs.map((output) => (
        <OutputFile key={output.path} id={id} output={output} />
      ))}
    </Section>
  );

export const outputPath = (id: string, path: string, tail?: number): string =>
  taskPath(id, `/artifacts?path=${encodeURIComponent(path)}${tail === undefined ? '' : `&tail=${tail}`}`);

function OutputFile({ id, output }: { readonly id: string; readonly output: OutputView }) {
  const text = useSignal<string | undefined>(undefined);
  const show = async (): Promise<void> => {
    text.value ??= await getText(outputPath(id, output.path));
  };
  return (
    <div class="output">
      {output.answer !== undefined && (
        <>
          <p>
            <span class={`answer ${output.answer.status}`}>{output.answer.status}</span>
          </p>
          <ul>
            {output.answer.summary.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      <details onToggle={(event) => event.currentTarget.open && attempt(show)}>
        <summary>
          <code>{output.path}</code> <small>{output.sizeBytes.toLocaleString()} bytes</small>
        </summary>
        <pre tabIndex={0}>{text.value ?? 'Loading…'}</pre>
      </details>
    </div>
  );
}
