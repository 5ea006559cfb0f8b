import { expect, test } from 'vitest';
import { isUsable } from '../../scripts/test/memory-folder.ts';

const ROOM = 4 * 1024 ** 3;
const mountsWith = (options: string): string => `/dev/vda / ext4 rw 0 0\ntmpfs /dev/shm tmpfs ${options} 0 0\n`;

test.each([
  ['there is room', mountsWith('rw,relatime'), ROOM, true],
  ['it is small, as in a container', mountsWith('rw,relatime'), 64 * 1024 ** 2, false],
  ['programs cannot be run from it', mountsWith('rw,nosuid,noexec'), ROOM, false],
  ['it is a plain folder on the disk', '/dev/vda / ext4 rw 0 0\n', ROOM, false],
])('tests use the folder in memory if it can hold them: %s', (_name, mounts, freeBytes, expected) => {
  expect(isUsable(mounts, freeBytes)).toBe(expected);
});
