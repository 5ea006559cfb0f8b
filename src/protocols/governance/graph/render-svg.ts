/** The graph as a picture: orchestrators above, archetypes between, domains in a row with arcs from one to the other. */
import type { GovernanceGraph, GraphEdge, GraphNode } from './plan-graph.ts';

const BOX = { width: 168, height: 46 } as const;
const GAP = 28;
const MARGIN = 32;
const ROW_STEP = 150;
const ARC_STEP = 22;

interface Place extends GraphNode {
  readonly x: number;
  readonly y: number;
}

/** The graph as an SVG image. */
export function renderGraphSvg({ nodes, edges }: GovernanceGraph): string {
  const rows = (['orchestrator', 'archetype', 'domain'] as const)
    .map((type) => nodes.filter((node) => node.type === type))
    .filter((row) => row.length > 0);
  const widest = Math.max(1, ...rows.map((row) => row.length));
  const width = widest * BOX.width + (widest - 1) * GAP + 2 * MARGIN;
  const places = new Map(rows.flatMap((row, index) => placeRow(row, index, width)).map((place) => [place.id, place]));
  const arcs = edges.filter((edge) => isArc(places, edge));
  const deepest = Math.max(0, ...arcs.map((edge) => depthOf(places, edge)));
  const rowsEnd = MARGIN + Math.max(0, rows.length - 1) * ROW_STEP + BOX.height;
  const height = rowsEnd + deepest + MARGIN + LEGEND_HEIGHT;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Who may hand off to whom">`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0 8 4 0 8Z"/></marker></defs>',
    `<rect class="page" width="${width}" height="${height}"/>`,
    ...renderMediation(places),
    ...edges.map((edge) => renderEdge(places, edge)),
    ...[...places.values()].map(renderNode),
    renderLegend(height),
    '</svg>',
    '',
  ].join('\n');
}

const LEGEND_HEIGHT = 40;

const STYLE = [
  'text{font:13px system-ui,sans-serif;fill:#1d2530;text-anchor:middle}',
  '.id{font-size:10.5px;fill:#5b6675}.share{font-size:11px;fill:#34548a;paint-order:stroke;stroke:#fff;stroke-width:4px}.legend{text-anchor:start;font-size:11px;fill:#5b6675}',
  '.page{fill:#fff}.domain{fill:#eef4fb;stroke:#5b83b8}.archetype{fill:#f4effa;stroke:#8a6bb1}.orchestrator{fill:#f1f6ee;stroke:#6d9457}',
  '.blocked{stroke:#b3261e;stroke-width:3}',
  'path.edge{fill:none;stroke:#7a8796;stroke-width:1.3}path.part{stroke:#8a6bb1}path.mediation{fill:none;stroke:#b9cbae;stroke-dasharray:4 4}',
  'marker path{fill:#7a8796}',
  '@media (prefers-color-scheme:dark){.page{fill:#161b22}text{fill:#e6e9ee}.id,.legend{fill:#9aa5b3}.share{fill:#a9c1ee;stroke:#161b22}.domain{fill:#1c2a3d}.archetype{fill:#2a2138}.orchestrator{fill:#1e2b1a}path.mediation{stroke:#4c5f42}}',
].join('');

function placeRow(row: readonly GraphNode[], index: number, width: number): Place[] {
  const rowWidth = row.length * BOX.width + (row.length - 1) * GAP;
  const left = (width - rowWidth) / 2;
  return row.map((node, column) => ({
    ...node,
    x: left + column * (BOX.width + GAP) + BOX.width / 2,
    y: MARGIN + index * ROW_STEP + BOX.height / 2,
  }));
}

const renderNode = ({ id, name, type, isBlocked, x, y }: Place): string =>
  [
    `<g><title>${escapeXml(`${id} (${type}${isBlocked ? ', blocked' : ''})`)}</title>`,
    `<rect class="${type}${isBlocked ? ' blocked' : ''}" x="${x - BOX.width / 2}" y="${y - BOX.height / 2}" width="${BOX.width}" height="${BOX.height}" rx="${type === 'domain' ? 6 : 22}"/>`,
    `<text x="${x}" y="${y - 3}">${escapeXml(cut(name, 24))}</text>`,
    `<text class="id" x="${x}" y="${y + 13}">${escapeXml(cut(id, 29))}</text></g>`,
  ].join('');

/** Dashed lines from each orchestrator to the row below it: what it may do holds for everybody. */
function renderMediation(places: ReadonlyMap<string, Place>): string[] {
  const all = [...places.values()];
  const below = Math.min(...all.filter(({ type }) => type !== 'orchestrator').map(({ y }) => y));
  return all
    .filter(({ type }) => type === 'orchestrator')
    .flatMap((from) =>
      all
        .filter(({ y, type }) => y === below && type !== 'orchestrator')
        .map(
          (to) =>
            `<path class="mediation" d="M${from.x} ${from.y + BOX.height / 2}L${to.x} ${to.y - BOX.height / 2}"/>`,
        ),
    );
}

function isArc(places: ReadonlyMap<string, Place>, { from, to }: GraphEdge): boolean {
  return places.get(from)?.y === places.get(to)?.y;
}

/** Arcs that reach farther hang lower, so that they do not cover each other. */
function depthOf(places: ReadonlyMap<string, Place>, { from, to }: GraphEdge): number {
  const distance = Math.abs((places.get(from)?.x ?? 0) - (places.get(to)?.x ?? 0)) / (BOX.width + GAP);
  return 20 + distance * ARC_STEP;
}

function renderEdge(places: ReadonlyMap<string, Place>, edge: GraphEdge): string {
  const [from, to] = [places.get(edge.from), places.get(edge.to)];
  if (from === undefined || to === undefined) return '';
  if (isArc(places, edge)) return renderArc(from, to, depthOf(places, edge));
  const [startY, endY] =
    from.y < to.y ? [from.y + BOX.height / 2, to.y - BOX.height / 2] : [from.y - BOX.height / 2, to.y + BOX.height / 2];
  const middle = (startY + endY) / 2;
  const line = `M${from.x} ${startY}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${endY}`;
  if (edge.kind === 'names') return `<path class="edge" marker-end="url(#tip)" d="${line}"/>`;
  const share = `<text class="share" x="${along(from.x, from.x, to.x, to.x)}" y="${along(startY, middle, middle, endY) + 4}">${edge.percent ?? '?'} %</text>`;
  return `<path class="edge part" marker-start="url(#tip)" marker-end="url(#tip)" d="${line}"/>${share}`;
}

/** A point of the curve near its end, where lines from one box have parted. */
function along(start: number, first: number, second: number, end: number): number {
  const [t, rest] = [0.72, 0.28];
  return Math.round(rest ** 3 * start + 3 * rest ** 2 * t * first + 3 * rest * t ** 2 * second + t ** 3 * end);
}

/** Out of the right or left half of a box and into the facing half of the other: the two directions stay apart. */
function renderArc(from: Place, to: Place, depth: number): string {
  const side = to.x > from.x ? 1 : -1;
  const [startX, endX] = [from.x + side * BOX.width * 0.3, to.x - side * BOX.width * 0.3 + side * 10];
  const y = from.y + BOX.height / 2;
  const bottom = y + depth * 1.3 + (side > 0 ? 0 : 8);
  return `<path class="edge" marker-end="url(#tip)" d="M${startX} ${y}C${startX} ${bottom} ${endX} ${bottom} ${endX} ${y}"/>`;
}

const renderLegend = (height: number): string =>
  `<text class="legend" x="${MARGIN}" y="${height - 18}">→ names in its boundaries  ·  ↔ is a part of, with its share  ·  dashed: mediates for everyone  ·  red: blocked</text>`;

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeXml = (text: string): string =>
  text
    // Characters XML has no place for at all, not even escaped.
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => XML[character] ?? '');
