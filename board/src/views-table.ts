/** Every view with its place and its key: navigation, palette, keys and help are made from this. */
export const VIEWS = [
  { path: '/', name: 'Board', key: 't' },
  { path: '/list', name: 'List', key: 'l' },
  { path: '/agents', name: 'Agents', key: 'a' },
  { path: '/traces', name: 'Traces', key: 'r' },
  { path: '/delegation', name: 'Delegation', key: 'd' },
  { path: '/governance', name: 'Governance', key: 'g' },
  { path: '/project', name: 'Project', key: 'p' },
  { path: '/findings', name: 'Findings', key: 'f' },
  { path: '/statistics', name: 'Statistics', key: 's' },
] as const;
