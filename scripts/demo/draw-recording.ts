export interface RecordedLine {
  /** With the colours of a terminal. */
  readonly text: string;
  readonly atMs: number;
}

const COLUMNS = 100;
const ROWS = 28;
const CHARACTER = { width: 8.4, height: 20 };
const PADDING = 16;
const BAR = 28;
/** How long the end stays before the recording begins again. */
const HOLD_MS = 6_000;

const [WIDTH, HEIGHT] = [COLUMNS * CHARACTER.width + 2 * PADDING, ROWS * CHARACTER.height + 2 * PADDING + BAR];

const STYLE = `
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d5dde3;white-space:pre}
.b{font-weight:700;fill:#fff}.d{fill:#8b98a3}.g{fill:#5fd38d}.r{fill:#ff8d84}.y{fill:#e6c35c}
.l,.s{animation-fill-mode:both;animation-duration:var(--t);animation-iteration-count:infinite;animation-timing-function:step-end}
@media (prefers-reduced-motion:reduce){.l,.s{animation:none!important}}`;

/**
 * A terminal in which the lines appear when they did, as SVG: it plays inside an <img>, needs no script, and stays sharp.
 * Without motion it shows the end.
 */
export function drawRecording(command: string, recorded: readonly RecordedLine[]): string {
  const all = [{ text: `\u001B[1m$ ${command}\u001B[22m`, atMs: 0 }, ...recorded];
  const totalMs = (all.at(-1)?.atMs ?? 0) + HOLD_MS;
  const share = (ms: number): string => `${((100 * ms) / totalMs).toFixed(2)}%`;
  const appear = all.map(({ atMs }, n) => `@keyframes a${n}{0%{opacity:0}${share(atMs)}{opacity:1}}`);
  const scrolledTo = (n: number): string => `translateY(${-Math.max(0, n + 1 - ROWS) * CHARACTER.height}px)`;
  const scroll = all.map(({ atMs }, n) => `${share(atMs)}{transform:${scrolledTo(n)}}`).join('');
  const last = scrolledTo(all.length - 1);
  const rows = all.map(({ text }, n) => {
    const y = BAR + PADDING + (n + 0.75) * CHARACTER.height;
    return `<text class="l" style="animation-name:a${n}" x="${PADDING}" y="${y}">${drawLine(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="A recording of baton demo">
<style>${STYLE}
${appear.join('\n')}
@keyframes s{${scroll}100%{transform:${last}}}</style>
<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="#151b20"/>
<circle cx="20" cy="16" r="5" fill="#55626c"/><circle cx="38" cy="16" r="5" fill="#55626c"/><circle cx="56" cy="16" r="5" fill="#55626c"/>
<clipPath id="w"><rect y="${BAR + PADDING / 2}" width="${WIDTH}" height="${HEIGHT - BAR - PADDING}"/></clipPath>
<g clip-path="url(#w)"><g class="s" style="--t:${totalMs}ms;animation-name:s;transform:${last}">
${rows.join('\n')}
</g></g>
</svg>
`;
}

const CLASSES: Readonly<Record<string, string>> = { '1': 'b', '2': 'd', '31': 'r', '32': 'g', '33': 'y' };

function drawLine(text: string): string {
  let left = COLUMNS;
  let open = '';
  const parts = text.split(/\u001B\[(\d+)m/);
  return parts
    .map((part, n) => {
      if (n % 2 === 1) {
        open = CLASSES[part] ?? '';
        return '';
      }
      const shown = part.length <= left ? part : `${part.slice(0, Math.max(0, left - 1))}…`;
      left = Math.max(0, left - part.length);
      if (shown === '' || (left === 0 && shown === '…')) return '';
      return open === '' ? escapeXml(shown) : `<tspan class="${open}">${escapeXml(shown)}</tspan>`;
    })
    .join('');
}

const escapeXml = (text: string): string => text.replace(/[&<>]/g, (each) => `&#${each.charCodeAt(0)};`);
