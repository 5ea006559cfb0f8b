export { editFrontmatter } from './edit.ts';
export { loadYaml, parseFrontmatter } from './load-yaml.ts';
export { renderFrontmatter } from './render.ts';
export { type FrontmatterChanges, spliceFrontmatter } from './splice.ts';
export { splitFrontmatter } from './split-frontmatter.ts';
