export { editFrontmatter, type FrontmatterChanges } from './edit.ts';
export { loadYaml, parseFrontmatter } from './load-yaml.ts';
export { renderFrontmatter } from './render.ts';
export { spliceFrontmatter } from './splice.ts';
export { splitFrontmatter } from './split.ts';
