import { Empty } from '../parts/loading.tsx';
import { STATUS_NAMES } from '../parts/labels.tsx';
import { allTasks } from '../tasks.ts';
import type { TaskCard } from '../types.ts';

const COLUMN = 250;
const ROW = 56;
const NODE = { width: 220, height: 42 } as const;

interface Placed {
  readonly card: TaskCard;
  readonly x: number;
  readonly y: number;
  readonly parent: Placed | undefined;
}

/** Who handed what to whom: parents left, what they delegated to the right of them. */
export function DelegationView() {
  const placed = layOut(allTasks.value);
  if (placed.length === 0) {
    return (
      <Empty view="Delegation" title="Nothing was delegated yet">
        <p>
          <code>baton delegate TASK --to AGENT</code> hands a part of a task on.
        </p>
      </Empty>
    );
  }
  const width = Math.max(...placed.map(({ x }) => x)) + NODE.width + 8;
  const height = Math.max(...placed.map(({ y }) => y)) + NODE.height + 8;
  return (
    <div class="page">
      <h1>Delegation</h1>
      <div class="picture" tabIndex={0} role="region" aria-label="Delegation tree">
        <svg
          class="tree"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label="Delegation tree"
        >
          {placed.map(
            (node) =>
              node.parent !== undefined && (
                <path key={`edge-${node.card.id}`} class="edge" d={edge(node.parent, node)} />
              ),
          )}
          {placed.map(({ card, x, y }) => (
            <a key={card.id} href={`/tasks/${encodeURIComponent(card.id)}`}>
              <rect class={`node ${card.status}`} x={x} y={y} width={NODE.width} height={NODE.height} rx={8} />
              <text x={x + 12} y={y + 18}>
                {cut(card.title, 30)}
              </text>
              <text class="sub" x={x + 12} y={y + 34}>
                {cut(`${card.agent ?? 'nobody'} · ${STATUS_NAMES[card.status]}`, 36)}
              </text>
            </a>
          ))}
        </svg>
      </div>
    </div>
  );
}

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);

const edge = (from: Placed, to: Placed): string => {
  const startX = from.x + NODE.width;
  const startY = from.y + NODE.height / 2;
  const endY = to.y + NODE.height / 2;
  const middle = (startX + to.x) / 2;
  return `M${startX},${startY} C${middle},${startY} ${middle},${endY} ${to.x},${endY}`;
};

function layOut(cards: readonly TaskCard[]): readonly Placed[] {
  const byParent = new Map<string, TaskCard[]>();
  const known = new Map(cards.map((card) => [card.id, card]));
  for (const card of cards) {
    if (card.parentId === undefined) continue;
    const siblings = byParent.get(card.parentId);
    if (siblings === undefined) byParent.set(card.parentId, [card]);
    else siblings.push(card);
  }
  const roots = [...byParent.keys()]
    .flatMap((id) => known.get(id) ?? [])
    .filter(({ parentId }) => parentId === undefined || !known.has(parentId));
  const placed: Placed[] = [];
  let row = 0;
  const place = (card: TaskCard, depth: number, parent: Placed | undefined): void => {
    const node: Placed = { card, x: 4 + depth * COLUMN, y: 4 + row * ROW, parent };
    placed.push(node);
    const children = byParent.get(card.id) ?? [];
    children.forEach((child, index) => {
      if (index > 0) row += 1;
      place(child, depth + 1, node);
    });
  };
  for (const root of roots.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    place(root, 0, undefined);
    row += 1;
  }
  return placed;
}
