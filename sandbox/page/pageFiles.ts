import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { toBrowserModule } from './commonJsModule.ts';
import { toDocument } from './document.ts';

/** One thing that the page serves: its body, its content type, and the tag by which a browser asks whether it changed. */
export interface PageFile {
  body: string;
  contentType: string;
  etag: string;
  /** Only the document has one of its own: it names the hash of its import map. */
  contentSecurityPolicy?: string;
}

const browserFolder = new URL('./browser/', import.meta.url);

/** The libraries that browser modules import by name; nothing else of `node_modules` is ever served. */
const libraries: Record<string, string> = {
  'discord-api-types/v10': '/assets/library/discordApiTypes.js',
  'discord-markdown-parser': '/assets/library/discordMarkdownParser.js',
};

/**
 * Everything the page consists of, by path: the document at `/`, the browser modules with their types stripped, the style sheets, and
 * the two libraries. Read once; what is not in this map does not exist.
 */
export function readPageFiles(): Map<string, PageFile> {
  const files = new Map<string, PageFile>();
  const styles: string[] = [];
  for (const name of readdirSync(browserFolder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = `/assets/${name.replaceAll('\\', '/')}`;
    if (name.endsWith('.ts')) {
      files.set(path, toFile(stripTypeScriptTypes(readText(name)), 'text/javascript; charset=utf-8'));
    } else if (name.endsWith('.css')) {
      styles.push(path);
      files.set(path, toFile(readText(name), 'text/css; charset=utf-8'));
    } else if (name.endsWith('.svg')) {
      files.set(path, toFile(readText(name), 'image/svg+xml; charset=utf-8'));
    }
  }
  for (const [specifier, path] of Object.entries(libraries)) {
    files.set(path, toFile(toBrowserModule(specifier, import.meta.url), 'text/javascript; charset=utf-8'));
  }
  const modules = [...files.keys()].filter((path) => path.endsWith('.ts'));
  const document = toDocument({ imports: libraries, styles, modules, entry: '/assets/main.ts' });
  files.set('/', {
    ...toFile(document.html, 'text/html; charset=utf-8'),
    contentSecurityPolicy: document.contentSecurityPolicy,
  });
  return files;
}

function readText(name: string): string {
  return readFileSync(new URL(name.replaceAll('\\', '/'), browserFolder), 'utf8');
}

function toFile(body: string, contentType: string): PageFile {
  return { body, contentType, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}
