export { editFrontmatter, type FrontmatterChanges } from './edit.ts';
export { loadYaml, parseFrontmatter, type Frontmatter } from './load-yaml.ts';
export { renderFrontmatter } from './render.ts';
export { spliceFrontmatter } from './splice.ts';
export { splitFrontmatter, type FrontmatterParts } from './split.ts';
