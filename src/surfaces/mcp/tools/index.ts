import type { Tool } from '../tool.ts';
import { projectTools } from './project.ts';
import { taskTools } from './tasks.ts';

export const TOOLS: readonly Tool[] = [...projectTools, ...taskTools];
