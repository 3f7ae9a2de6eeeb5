import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { build, type Rolldown } from 'vite';

let bundle: Promise<ReadonlyMap<string, string | Uint8Array>> | undefined;

/** The page as browsers load it, by path: made in memory once per process, when someone first opens it. */
export function bundlePage(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  bundle ??= makeBundle();
  return bundle;
}

async function makeBundle(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const result = await build({
    root: fileURLToPath(new URL('./browser/', import.meta.url)),
    configFile: false,
    plugins: [tailwindcss()],
    logLevel: 'warn',
    // Nothing is put into the document or into styles: the page's security policy allows neither.
    build: { write: false, minify: false, reportCompressedSize: false, assetsInlineLimit: 0, modulePreload: false },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  return new Map(
    output.map((file) => [
      file.fileName === 'index.html' ? '/' : `/${file.fileName}`,
      file.type === 'asset' ? file.source : file.code,
    ]),
  );
}
