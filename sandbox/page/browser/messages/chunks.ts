import type { APIMessage } from 'discord-api-types/v10';

const CHUNK_SIZE = 20;

export type Chunk = readonly APIMessage[];

/** Splits messages into chunks. An unchanged chunk is the same array, so it isn't redrawn. */
export function toChunks(messages: readonly APIMessage[], before: readonly Chunk[]): readonly Chunk[] {
  const chunks: APIMessage[][] = [];
  const byFirstId = new Map(before.map((chunk) => [chunk[0]?.id, chunk]));
  for (const message of messages) {
    const chunk = chunks.at(-1);
    if (chunk === undefined || chunk.length === CHUNK_SIZE || byFirstId.has(message.id)) chunks.push([message]);
    else chunk.push(message);
  }
  return chunks.map((chunk) => {
    const known = byFirstId.get(chunk[0]?.id);
    const isSame = known?.length === chunk.length && chunk.every((message, index) => message === known[index]);
    return isSame ? known : chunk;
  });
}
