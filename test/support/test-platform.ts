import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composePlatform } from '../../src/compose.ts';
import type { Platform, Project } from '../../src/kernel/ports/index.ts';

/** What a test wants otherwise than it is on the machine. */
export type TestParts = Partial<Omit<Platform, 'project'>> & { readonly project?: Partial<Project> };

/**
 * The real platform in a folder, with the parts a test wants otherwise. Token counts are kept outside of it: they are
 * written behind the test's back, when its folder may be gone.
 */
export async function testPlatform(folder: string, parts: TestParts = {}): Promise<Platform> {
  const platform = await composePlatform({
    folder,
    environment: { ...process.env, HOME: `${folder}/home`, BATON_CACHE_DIR: join(tmpdir(), 'baton-test-cache') },
  });
  // Getters stay getters: a broken configuration must fail when it is used, not here.
  const project = extend(platform.project, parts.project ?? {});
  return extend(platform, { ...parts, project });
}

const extend = <T extends object>(base: T, changes: Partial<T>): T =>
  Object.create(base, Object.getOwnPropertyDescriptors(changes)) as T;

/** A clock that stands still until it is set. */
export function standingClock(nowMs: number): { now(): number; set(nowMs: number): void } {
  let current = nowMs;
  return { now: () => current, set: (next) => void (current = next) };
}
