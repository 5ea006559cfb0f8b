/** The pages of the specification, in reading order; each has its numbers in `conformance/<name>.json`. */
export const PAGES = [
  { name: 'project-state', title: 'Project state', prefix: 'PRJ' },
  { name: 'handoff-document', title: 'Handoff documents', prefix: 'UHS' },
  { name: 'governance', title: 'Governed handoff', prefix: 'GOV' },
  { name: 'agent-output', title: 'Agent output', prefix: 'AOP' },
  { name: 'task-plane', title: 'Task plane', prefix: 'TSK' },
  { name: 'guard', title: 'Guard', prefix: 'GRD' },
  { name: 'surfaces', title: 'Surfaces', prefix: 'SUR' },
  { name: 'fleet', title: 'Fleet', prefix: 'FLT' },
  { name: 'trust', title: 'Trust', prefix: 'SEC' },
  { name: 'commands', title: 'Commands', prefix: 'CMD' },
] as const satisfies readonly Page[];

export interface Page {
  readonly name: string;
  readonly title: string;
  readonly prefix: string;
}
