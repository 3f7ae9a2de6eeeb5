import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MAX_COLUMNS = 100;
const FILES = '{src,commands,sandbox,test,deploy}/**/*.{ts,tsx,js,mjs,lua,css}';

/** Comment lines above 100 columns, as `file:line: columns`. An address can't be wrapped. */
export function longComments(file: string, source: string): string[] {
  return source.split('\n').flatMap((line, index) => {
    const start = file.endsWith('.lua') ? /^\s*--/ : /^\s*(\/\/|\/?\*)/;
    const isComment = start.test(line) && !/https?:\/\/\S+$|biome-ignore/.test(line);
    return isComment && line.length > MAX_COLUMNS ? [`${file}:${index + 1}: ${line.length}`] : [];
  });
}

// `npm run check:comments`
if (import.meta.main) {
  const cwd = fileURLToPath(new URL('../../', import.meta.url));
  const files = globSync(FILES, { cwd });
  const long = files.flatMap((file) => longComments(file, readFileSync(`${cwd}${file}`, 'utf8')));
  console.log(
    [...long, `comments: ${files.length} files, ${long.length} lines above ${MAX_COLUMNS} columns`].join('\n'),
  );
  process.exitCode = long.length > 0 ? 1 : 0;
}
