import { Markdown } from '../../parts/markdown.tsx';
import { Section } from '../../parts/section.tsx';
import { TokenBars } from '../../parts/token-bars.tsx';
import type { HandoffView } from '../../types.ts';

export const Handoff = ({ handoff }: { readonly handoff: HandoffView }) => (
  <Section title="Handoff">
    {handoff.tokens !== undefined && <TokenBars {...handoff.tokens} />}
    <Markdown text={handoff.markdown} />
    {handoff.document !== undefined && (
      <details>
        <summary>The document as it was handed over</summary>
        <pre tabIndex={0}>{JSON.stringify(handoff.document, null, 2)}</pre>
      </details>
    )}
  </Section>
);
