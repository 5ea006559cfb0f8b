import type { ComponentChildren } from 'preact';

interface Props {
  readonly label: string;
  readonly heads: readonly string[];
  readonly children: ComponentChildren;
}

/** A table that scrolls in its own box where the screen is narrow. */
export const Grid = ({ label, heads, children }: Props) => (
  <div class="wide" tabIndex={0} role="region" aria-label={label}>
    <table class="grid">
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
