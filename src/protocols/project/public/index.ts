export { findForbidden, findLinks, type ForbiddenRule } from './public-check.ts';
export { publicLint } from './public-lint.ts';
export {
  listGone,
  listMismatched,
  makeReport,
  note,
  ok,
  readPublicManifest,
  violation,
  type PublicCheck,
  type PublicManifest,
  type PublicRemark,
  type PublicReport,
} from './public-manifest.ts';
