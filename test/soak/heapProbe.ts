import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded before the bot: at SIGUSR2, collects garbage and prints the size of the heap.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => {
  collect();
  console.log(`heap: ${process.memoryUsage().heapUsed}`);
});
