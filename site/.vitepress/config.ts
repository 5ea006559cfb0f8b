/** The documentation as a site: the pages of docs/ as they are, in the order of docs/README.md. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type DefaultTheme } from 'vitepress';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));

/** A group for each heading of the way in, with the pages it names. */
function readSidebar(): DefaultTheme.SidebarItem[] {
  const [, ...groups] = readFileSync(`${docs}/README.md`, 'utf8').split(/^## /m);
  const first = { text: 'Start', items: [{ text: titleOf('tutorial'), link: '/tutorial' }] };
  const rest = groups.map((group) => ({
    text: group.slice(0, group.indexOf('\n')),
    items: [...group.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name = '']) => ({
      text: titleOf(name),
      link: `/${name}`,
    })),
  }));
  return [first, ...rest];
}

const titleOf = (name: string): string =>
  (/^# (.+)$/m.exec(readFileSync(`${docs}/${name}.md`, 'utf8'))?.[1] ?? name).replaceAll('`', '');

/** What is not on the site, such as the source, has no link there. */
const leavesDocs = (page: string, href: string): boolean =>
  !/^(?:[a-z]+:|#|\/)/.test(href) && posix.join(posix.dirname(page), href).startsWith('..');

export default defineConfig({
  title: 'Baton',
  description: 'The handoff layer for AI agents',
  srcDir: 'pages',
  outDir: 'dist',
  rewrites: { 'README.md': 'index.md', 'adr/README.md': 'adr/index.md' },
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    config(markdown) {
      markdown.core.ruler.push('links-inside', ({ tokens, env }) => {
        const page = String((env as { relativePath?: string }).relativePath ?? '');
        for (const { children } of tokens) {
          let isOpen = false;
          for (const token of children ?? []) {
            if (token.type === 'link_open' && leavesDocs(page, token.attrGet('href') ?? '')) {
              isOpen = true;
              Object.assign(token, { type: 'em_open', tag: 'em', attrs: null });
            } else if (token.type === 'link_close' && isOpen) {
              isOpen = false;
              Object.assign(token, { type: 'em_close', tag: 'em' });
            }
          }
        }
      });
    },
  },
  themeConfig: {
    sidebar: readSidebar(),
    search: { provider: 'local' },
    outline: 'deep',
  },
});
