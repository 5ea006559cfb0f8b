import type { ComponentChildren } from 'preact';

interface Props {
  readonly label: string;
  readonly heads: readonly string[];
  readonly children: ComponentChildren;
}

/** A table. On a narrow screen each row is a block, with the head of the column before each value. */
export const Grid = ({ label, heads, children }: Props) => (
  <div class="wide" tabIndex={0} role="region" aria-label={label}>
    <table class="grid" style={Object.fromEntries(heads.map((head, at) => [`--head-${at + 1}`, JSON.stringify(head)]))}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
