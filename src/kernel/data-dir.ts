/** `.gitignore` of a data dir: what belongs to one machine. Tasks, agents and notice rules may be committed. */
export const DATA_DIR_IGNORE = [
  '.gitignore',
  'journal/',
  'runs/',
  'events/',
  'locks/',
  'launches/',
  'stops/',
  'drafts/',
  'hooks/',
  'output/',
  'outputs/',
  'recovered/',
  'notices.*',
  '.baton-*.tmp',
  '',
].join('\n');
