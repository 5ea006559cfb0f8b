import type { ComponentChildren } from 'preact';

interface Props {
  readonly title: string;
  readonly count?: number;
  readonly children: ComponentChildren;
}

export const Section = ({ title, count, children }: Props) => (
  <section class="part">
    <h2>
      {title} {count !== undefined && <span class="count">{count}</span>}
    </h2>
    {children}
  </section>
);

export const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
