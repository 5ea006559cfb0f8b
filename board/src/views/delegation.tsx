import { STATUS_NAMES } from '../parts/labels.tsx';
import { Empty } from '../parts/loading.tsx';
import { Measured } from '../parts/measured.tsx';
import { taskHref } from '../place.ts';
import { allTasks } from '../tasks.ts';
import type { TaskCard } from '../types.ts';

const COLUMN = 250;
const INDENT = 22;
const ROW = 56;
const NODE = { width: 220, height: 42 } as const;

interface Placed {
  readonly card: TaskCard;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly parent: Placed | undefined;
}

/** Who handed what to whom: parents left, what they delegated to the right of them, or below if there is no room. */
export function DelegationView() {
  const families = findFamilies(allTasks.value);
  if (families.roots.length === 0) {
    return (
      <Empty view="Delegation" title="Nothing was delegated yet">
        <p>
          <code>baton delegate TASK --to AGENT</code> hands a part of a task on.
        </p>
      </Empty>
    );
  }
  return (
    <div class="page">
      <h1>Delegation</h1>
      <div class="picture" tabIndex={0} role="region" aria-label="Delegation tree">
        <Measured>{(room) => <Tree families={families} room={room} />}</Measured>
      </div>
    </div>
  );
}

function Tree({ families, room }: { readonly families: Families; readonly room: number }) {
  const across = placeAcross(families);
  const placed = widthOf(across) <= room ? across : placeBelow(families, room);
  const height = Math.max(...placed.map(({ y }) => y)) + NODE.height + 8;
  return (
    <svg class="tree" width={widthOf(placed)} height={height} role="group" aria-label="Delegation tree">
      {placed.map((node) =>
        node.parent === undefined ? null : (
          <path key={`edge-${node.card.id}`} class="edge" d={edge(node.parent, node)} />
        ),
      )}
      {placed.map(({ card, x, y, width }) => (
        <a key={card.id} href={taskHref(card.id)}>
          <rect class={`node ${card.status}`} x={x} y={y} width={width} height={NODE.height} rx={8} />
          <text x={x + 12} y={y + 18}>
            {cut(card.title, width / 7.3)}
          </text>
          <text class="sub" x={x + 12} y={y + 34}>
            {cut(`${card.agent ?? 'nobody'} · ${STATUS_NAMES[card.status]}`, width / 6.2)}
          </text>
          <title>{card.title}</title>
        </a>
      ))}
    </svg>
  );
}

const widthOf = (placed: readonly Placed[]): number => Math.max(...placed.map(({ x, width }) => x + width)) + 4;

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, Math.floor(length) - 1)}…`;

/** To the right, or down and then to the right. */
const edge = (from: Placed, to: Placed): string => {
  const endY = to.y + NODE.height / 2;
  if (to.x < from.x + from.width) {
    const startX = from.x + INDENT / 2;
    return `M${startX},${from.y + NODE.height} V${endY - 8} Q${startX},${endY} ${startX + 8},${endY} H${to.x}`;
  }
  const startX = from.x + from.width;
  const startY = from.y + NODE.height / 2;
  const middle = (startX + to.x) / 2;
  return `M${startX},${startY} C${middle},${startY} ${middle},${endY} ${to.x},${endY}`;
};

interface Families {
  readonly roots: readonly TaskCard[];
  childrenOf(id: string): readonly TaskCard[];
}

function findFamilies(cards: readonly TaskCard[]): Families {
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
    .filter(({ parentId }) => parentId === undefined || !known.has(parentId))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { roots, childrenOf: (id) => byParent.get(id) ?? [] };
}

/** The first child stands beside its parent. */
function placeAcross({ roots, childrenOf }: Families): readonly Placed[] {
  const placed: Placed[] = [];
  let row = 0;
  const place = (card: TaskCard, depth: number, parent: Placed | undefined): void => {
    const node: Placed = { card, x: 4 + depth * COLUMN, y: 4 + row * ROW, width: NODE.width, parent };
    placed.push(node);
    for (const [index, child] of childrenOf(card.id).entries()) {
      if (index > 0) row += 1;
      place(child, depth + 1, node);
    }
  };
  for (const root of roots) {
    place(root, 0, undefined);
    row += 1;
  }
  return placed;
}

/** Every task in a row of its own, as wide as the page; deep ones keep a readable width and the picture scrolls. */
function placeBelow({ roots, childrenOf }: Families, room: number): readonly Placed[] {
  const placed: Placed[] = [];
  const place = (card: TaskCard, depth: number, parent: Placed | undefined): void => {
    const x = 4 + depth * INDENT;
    const width = Math.max(NODE.width, Math.min(360, room - x - 4));
    const node: Placed = { card, x, y: 4 + placed.length * ROW, width, parent };
    placed.push(node);
    for (const child of childrenOf(card.id)) place(child, depth + 1, node);
  };
  for (const root of roots) place(root, 0, undefined);
  return placed;
}
