import { commands } from '../../commands/index.ts';
import type { Command } from '../../src/discord/declare/command.ts';
import { PAY } from './payKind.ts';

// `npm start` with one more kind of batch.
const [first] = commands;
Object.assign(first ?? {}, { batches: [PAY] } as unknown as Partial<Command>);
await import('../../src/main.ts');
