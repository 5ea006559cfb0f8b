/** One of several processes: DATA_DIR WRITERS MS. Prints how many transitions per second it reached. */
import { ratePerSecond } from '../frame/index.ts';
import { openMovers } from './open-movers.ts';

const [dataDir = '', writers = '1', roundMs = '1000'] = process.argv.slice(2);
const { move, close } = await openMovers(dataDir, Number(writers));
console.log(await ratePerSecond(Number(roundMs), move, Number(writers)));
await close();
