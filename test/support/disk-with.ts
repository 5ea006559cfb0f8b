import type { Disk } from '../../src/kernel/ports/index.ts';

/** The same disk with some of its methods replaced. */
export function diskWith(disk: Disk, methods: Partial<Disk>): Disk {
  return new Proxy(disk, {
    get: (target, name) => {
      const own: unknown = Reflect.get(methods, name);
      if (own !== undefined) return own;
      const found: unknown = Reflect.get(target, name);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
}
