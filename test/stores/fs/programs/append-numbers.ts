import type { Disk, DiskFile } from '../../../../src/kernel/ports/index.ts';
import { nodeDisk, openJournal } from '../../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../../../../src/stores/system/index.ts';
import { diskWith } from '../../../support/disk-with.ts';

// append-numbers PATH WRITER COUNT [DEATH]: commits COUNT entries, four at a time, each with the number of lines it was
// decided on, and prints each number when it is acknowledged. With DEATH = WRITE:BYTES it commits one by one and kills
// itself when so many bytes of that write (counted from 0) are in the file.
const [path = '', writer = '', count = '0', death] = process.argv.slice(2);

let lineCount = 0;
const journal = await openJournal<{ writer: string; number: number; index: number }>(
  {
    disk: death === undefined ? nodeDisk : deadly(death),
    processes: createProcesses(),
    clock: systemClock,
    random: systemRandom,
  },
  {
    path,
    owner: writer,
    view: { reset: () => (lineCount = 0), apply: () => (lineCount += 1) },
    seal: (draft) => JSON.stringify(draft),
    onRepair: ({ keptAt }) => console.log(`repaired ${keptAt}`),
  },
);
const numbers = Array.from({ length: Number(count) }, (_, number) => number);
const strand = async (): Promise<void> => {
  for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
    const mine = number;
    await journal.commit(() => [{ writer, number: mine, index: lineCount }]);
    console.log(String(number));
  }
};
await Promise.all(Array.from({ length: death === undefined ? 4 : 1 }, strand));
await journal.close();

function deadly(plan: string): Disk {
  const [deadlyWrite, bytes] = plan.split(':').map(Number);
  let writes = 0;
  return diskWith(nodeDisk, {
    open: async (name, flags, mode) => {
      const file = await nodeDisk.open(name, flags, mode);
      if (name !== path || flags !== 'a') return file;
      const write: DiskFile['write'] = async (data, position) => {
        if (writes++ !== deadlyWrite) return await file.write(data, position);
        await file.write(data.subarray(0, bytes), position);
        process.kill(process.pid, 'SIGKILL');
      };
      return new Proxy(file, {
        get: (target, key) => {
          if (key === 'write') return write;
          const found: unknown = Reflect.get(target, key);
          return typeof found === 'function' ? found.bind(target) : found;
        },
      });
    },
  });
}
