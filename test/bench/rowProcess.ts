import { measure } from './harness.ts';
import { rows, titleOf } from './rows.ts';

// The process of one row: `rowProcess.ts <title> <Redis URL>`. Sends its result to the parent.
const [, , title = '', redisUrl = ''] = process.argv;
const row = rows.find((each) => titleOf(each) === title);
if (row === undefined) throw new Error(`There is no row "${title}".`);
// The parent process has ended.
process.once('disconnect', () => process.exit(1));
try {
  const result = await measure(row, { redisUrl });
  process.send?.(result, () => process.exit(0));
} catch (error) {
  console.error(`Not measured: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
