/**
 * Markdown as elements. The text comes from agents and repositories: it is split into tokens, and each known token
 * becomes an element of our own. HTML in it stays text, its comments are left out, images become their description, links leave the board.
 */
import { marked, type Token, type Tokens } from 'marked';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';

/** Longer texts are shown as they are: splitting them would hold up the page. */
const MAX_CHARACTERS = 100_000;
const MAX_DEPTH = 20;

export function Markdown({ text }: { readonly text: string }) {
  const tokens = useMemo(() => split(text), [text]);
  if (tokens === undefined)
    return (
      <pre class="prose" tabIndex={0}>
        {text}
      </pre>
    );
  return <div class="markdown">{renderAll(tokens, 0)}</div>;
}

function split(text: string): readonly Token[] | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  try {
    return marked.lexer(text, { gfm: true });
  } catch {
    // The tokenizer gives up on some texts; they are readable without it.
    return undefined;
  }
}

const renderAll = (tokens: readonly Token[] | undefined, depth: number): ComponentChildren =>
  tokens?.map((token, index) => <Piece key={index} token={token} depth={depth} />);

/** The tokens inside, or what was written if there are too many levels. */
const inside = ({ token, depth }: PieceProps): ComponentChildren => {
  const { tokens, text, raw } = token as Tokens.Generic;
  return Array.isArray(tokens) && depth < MAX_DEPTH ? renderAll(tokens, depth + 1) : String(text ?? raw);
};

interface PieceProps {
  readonly token: Token;
  readonly depth: number;
}

function Piece(props: PieceProps) {
  const { type } = props.token;
  const render = Object.hasOwn(PIECES, type) ? PIECES[type] : undefined;
  return <>{render === undefined ? props.token.raw : render(props)}</>;
}

const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

/** One entry per kind of token; what is not here is shown as it was written. */
const PIECES: Readonly<Record<string, (props: PieceProps) => ComponentChildren>> = {
  space: () => null,
  def: () => null,
  hr: () => <hr />,
  br: () => <br />,
  paragraph: (props) => <p>{inside(props)}</p>,
  text: inside,
  escape: (props) => (props.token as Tokens.Escape).text,
  strong: (props) => <strong>{inside(props)}</strong>,
  em: (props) => <em>{inside(props)}</em>,
  del: (props) => <del>{inside(props)}</del>,
  codespan: (props) => <code>{(props.token as Tokens.Codespan).text}</code>,
  code: (props) => <pre tabIndex={0}>{(props.token as Tokens.Code).text}</pre>,
  blockquote: (props) => <blockquote>{inside(props)}</blockquote>,
  heading: (props) => {
    const Tag: keyof JSX.IntrinsicElements = HEADINGS[(props.token as Tokens.Heading).depth - 1] ?? 'h6';
    return <Tag>{inside(props)}</Tag>;
  },
  html: (props) => props.token.raw.replaceAll(/<!--[\s\S]*?-->/g, '').trimEnd(),
  link: renderLink,
  image: (props) => <em>{(props.token as Tokens.Image).text || 'image'}</em>,
  checkbox: () => null,
  list: renderList,
  table: renderTable,
};

/** Only to the web, in a tab of its own, and without saying where it was followed. */
function renderLink(props: PieceProps): ComponentChildren {
  const { href } = props.token as Tokens.Link;
  if (!/^https?:\/\//i.test(href)) return inside(props);
  return (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow" title={href}>
      {inside(props)}
    </a>
  );
}

function renderList({ token, depth }: PieceProps): ComponentChildren {
  const { ordered, items } = token as Tokens.List;
  const rows = items.map((item, index) => (
    <li key={index} class={item.task ? 'task' : undefined}>
      {item.task && (
        <span aria-label={item.checked === true ? 'met' : 'open'}>{item.checked === true ? '☑' : '☐'} </span>
      )}
      {depth < MAX_DEPTH ? renderAll(item.tokens, depth + 1) : item.text}
    </li>
  ));
  return ordered ? <ol>{rows}</ol> : <ul>{rows}</ul>;
}

function renderTable({ token, depth }: PieceProps): ComponentChildren {
  const { header, rows } = token as Tokens.Table;
  if (rows.length === 0) return null;
  return (
    <div class="wide" tabIndex={0} role="region" aria-label="Table">
      <table class="grid">
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={index} scope="col">
                {renderAll(cell.tokens, depth + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td key={index}>{renderAll(cell.tokens, depth + 1)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
