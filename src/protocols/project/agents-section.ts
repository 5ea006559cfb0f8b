/** The short pointer in AGENTS.md, between marks of its own; everything else in the file is the user's. */
import { detectLineEnding, hasFinalNewline, sha256Hex, withLineEnding } from '../../kernel/index.ts';
import { DATA_SENTENCE } from './templates.ts';

const BODY = `## Handoff state

This project keeps its state for the next agent in \`.ai/handoff/\`, with \`baton\`.

- Start with \`baton orient --for fix\` (or feature, debug, first). ${DATA_SENTENCE}
- Before you change handoff files: \`baton begin --agent NAME\`. Then \`baton log\`, \`baton set\`, \`baton next\`, \`baton trust\`.
- At the end: \`baton close --context "what was done, what is next"\`.
`;

const SECTION = /<!-- BEGIN baton project[^>]*-->[\s\S]*?<!-- END baton project -->(?:\r\n|\n|\r)?/;

/** The file with the section as it is now; unchanged where it is up to date. */
export function setAgentsSection(text: string): string {
  const ending = detectLineEnding(text);
  const hash = sha256Hex(BODY).slice(0, 12);
  const section = withLineEnding(
    `<!-- BEGIN baton project hash:${hash} -->\n${BODY}<!-- END baton project -->\n`,
    ending,
  );
  if (SECTION.test(text)) return text.replace(SECTION, () => section);
  const gap = text === '' ? '' : hasFinalNewline(text) ? ending : ending + ending;
  return `${text}${gap}${section}`;
}
