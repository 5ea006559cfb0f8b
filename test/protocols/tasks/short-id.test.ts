import { expect } from 'vitest';
import { findTaskIds } from '../../../src/protocols/tasks/index.ts';
import { verifies } from '../../support/verifies.ts';

const IDS = ['TASK-2026-02-16-007', 'TASK-2026-02-17-007', 'TASK-2026-02-17-017', 'TASK-2026-02-17-1007'];

verifies('TSK-098', 'a number of today, an unambiguous ending, or the whole id', () => {
  expect(findTaskIds('7', IDS, '2026-02-17')).toEqual(['TASK-2026-02-17-007']);
  expect(findTaskIds('17-007', IDS, '2026-02-18')).toEqual(['TASK-2026-02-17-007']);
  expect(findTaskIds('02-16-7', IDS, '2026-02-18')).toEqual(['TASK-2026-02-16-007']);
  expect(findTaskIds('1007', IDS, '2026-02-18')).toEqual(['TASK-2026-02-17-1007']);
  expect(findTaskIds('TASK-2026-02-17-099', IDS, '2026-02-17')).toEqual(['TASK-2026-02-17-099']);
});

verifies('TSK-098', 'what fits several is not guessed, and what fits none is not found', () => {
  expect(findTaskIds('7', IDS, '2026-02-18')).toEqual(['TASK-2026-02-16-007', 'TASK-2026-02-17-007']);
  expect(findTaskIds('8', IDS, '2026-02-17')).toEqual([]);
  expect(findTaskIds('seven', IDS, '2026-02-17')).toEqual([]);
  expect(findTaskIds('', IDS, '2026-02-17')).toEqual([]);
});
