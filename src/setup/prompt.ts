import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks on a terminal, or takes a line of a pipe as each answer. An empty answer keeps what is set
 * `now`, `-` clears it. Secrets are neither shown nor echoed. `check` returns a problem. */
export function createPrompt() {
  let isHidden = false;
  const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
    if (!isHidden) process.stdout.write(chunk);
    done();
  };
  const [input, output] = [process.stdin, new Writable({ write })];
  const lines = createInterface({ input, output, terminal: input.isTTY, historySize: 0 });
  const answers = lines[Symbol.asyncIterator]();
  return async (question: string, now: string, isSecret: boolean, check: (answer: string) => string | undefined) => {
    for (;;) {
      lines.setPrompt(`${question}${now && ` [${isSecret ? 'as it is' : now}]`}: `);
      if (input.isTTY) lines.prompt();
      else console.log(lines.getPrompt());
      isHidden = isSecret;
      const { value, done } = await answers.next();
      isHidden = false;
      if (isSecret) console.log();
      if (done) throw new Error('Setup ended before its last question. Nothing was changed.');
      const answer = value.trim() === '-' ? '' : value.trim() || now;
      const problem = check(answer);
      if (problem === undefined) return answer;
      console.log(`  ${problem}`);
    }
  };
}
