import type { TokenSection } from '../types.ts';

interface Props {
  readonly sections: readonly TokenSection[];
  readonly total: number;
  readonly limit: number;
  readonly method: string;
}

/** What each part costs against its share of the budget; a part over it is marked in words too. */
export function TokenBars({ sections, total, limit, method }: Props) {
  return (
    <figure class="tokens">
      <figcaption>
        {total.toLocaleString()} of {limit.toLocaleString()} tokens <small>({method})</small>
      </figcaption>
      <table>
        <tbody>
          {sections.map(({ name, tokens, budget }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="gauge">
                <meter
                  min={0}
                  max={Math.max(budget, tokens)}
                  high={budget}
                  value={tokens}
                  aria-label={`${name}: ${tokens} of ${budget} tokens`}
                />
              </td>
              <td class="number">
                {tokens.toLocaleString()} / {budget.toLocaleString()}
              </td>
              <td>{tokens > budget ? <span class="over">over by {(tokens - budget).toLocaleString()}</span> : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
