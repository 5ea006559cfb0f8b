import { nodeDisk, openJournal } from '../../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../../../../src/stores/system/index.ts';

// follow-journal PATH COUNT: looks at the journal until it has seen so many lines; prints how often it had to begin
// again, and whether every line came in its place.
const [path = '', count = '0'] = process.argv.slice(2);

let resets = 0;
let inPlace = true;
let end = 0;
let lineCount = 0;
const journal = await openJournal<never>(
  { disk: nodeDisk, processes: createProcesses(), clock: systemClock, random: systemRandom },
  {
    path,
    owner: 'reader',
    view: {
      reset: () => {
        resets += 1;
        end = 0;
        lineCount = 0;
      },
      apply: (line) => {
        const { index } = JSON.parse(line.text) as { index: number };
        inPlace &&= line.position === end && index === lineCount;
        end = line.end;
        lineCount += 1;
      },
    },
    seal: (draft) => draft,
  },
);
console.log('following');
for (const deadlineMs = Date.now() + 60_000; lineCount < Number(count) && Date.now() < deadlineMs;) {
  await journal.catchUp();
}
console.log(JSON.stringify({ lineCount, inPlace, resets }));
await journal.close();
