import { get } from '../api.ts';
import { Grid } from '../parts/grid.tsx';
import { Empty, Loaded, useLoaded } from '../parts/loading.tsx';
import type { FindingView } from '../types.ts';

const MARKS = { error: '✗ error', warning: '! warning', note: 'i note' } as const;

export function FindingsView() {
  const state = useLoaded<{ readonly findings: readonly FindingView[] }>('findings', () => get('/v1/findings'));
  return (
    <Loaded state={state}>
      {({ findings }) =>
        findings.length === 0 ? (
          <Empty view="Findings" title="Nothing found">
            <p>No instructions, secrets or personal data in the handoff files.</p>
          </Empty>
        ) : (
          <div class="page">
            <h1>Findings</h1>
            <Grid label="Findings" heads={['Severity', 'Where', 'What']}>
              {findings.map((finding) => (
                <tr key={`${finding.file}:${finding.line}:${finding.column}:${finding.rule}`}>
                  <td>
                    <span class={`severity ${finding.severity}`}>{MARKS[finding.severity]}</span>
                  </td>
                  <td>
                    <code>
                      {finding.file}:{finding.line}:{finding.column}
                    </code>
                    <small>{finding.rule}</small>
                  </td>
                  <td>
                    {finding.message}
                    <pre class="excerpt">{finding.excerpt}</pre>
                    <small>{finding.hint}</small>
                  </td>
                </tr>
              ))}
            </Grid>
          </div>
        )
      }
    </Loaded>
  );
}
