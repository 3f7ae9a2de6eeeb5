import { enableCompileCache } from 'node:module';

// Plain JavaScript: TypeScript would load Node's type stripper at each start. The cache isn't in
// the temporary folder, where other users could plant code.
enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/commlink`);
await import('./main.ts');
