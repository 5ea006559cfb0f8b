export { editFrontmatter, type FrontmatterChanges } from './edit.ts';
export { loadYaml } from './load-yaml.ts';
export { parseFrontmatter, type Frontmatter } from './parse.ts';
export { renderFrontmatter } from './render.ts';
export { spliceFrontmatter } from './splice.ts';
export { splitFrontmatter, type FrontmatterParts } from './split.ts';
