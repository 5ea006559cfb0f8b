export { editFrontmatter, type FrontmatterChanges, spliceFrontmatter } from './edit.ts';
export { loadYaml, parseFrontmatter, splitFrontmatter } from './load-yaml.ts';
export { renderFrontmatter } from './render.ts';
