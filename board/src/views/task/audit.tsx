import { Grid } from '../../parts/grid.tsx';
import { Section } from '../../parts/section.tsx';
import type { AuditView } from '../../types.ts';
import { AuditRow } from '../../parts/audit-row.tsx';

export const Audit = ({ entries }: { readonly entries: readonly AuditView[] }) => (
  <Section title="Audit" count={entries.length}>
    <Grid label="Audit entries" heads={['When', 'What', 'Who', 'Proof']}>
      {entries.map((entry) => (
        <AuditRow key={entry.ref} entry={entry} />
      ))}
    </Grid>
  </Section>
);
