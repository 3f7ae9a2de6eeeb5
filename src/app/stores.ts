import { createSealer } from '../account/seal.ts';
import { createSealedStore } from '../account/sealedStore.ts';
import type { Config } from '../config.ts';
import { createGameClient } from '../game/client.ts';
import { WIRE_FORMS } from '../game/wire/wireForms.ts';
import type { Logger } from '../log.ts';
import { openQuota } from '../quota/openQuota.ts';
import { toQuotaFile } from '../quota/quotaFile.ts';
import { PUBLIC_BUDGET } from '../quota/rule.ts';
import { RELEASE } from '../release.ts';
import { checkVersion } from '../store/createStore.ts';
import { openCheckedStore } from '../store/openStore.ts';
import { notePresence } from '../store/presence.ts';
import type { Lifetime } from './lifetime.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

export async function openStores(config: Config, log: Logger, { atEnd }: Lifetime) {
  const store = await openCheckedStore(config.store, log);
  atEnd(() => store.close());
  await checkVersion(store, RELEASE);
  const queue = openQuota({ ...config.quota, file: toQuotaFile(config.store.file), store });
  atEnd(() => queue.close());
  atEnd(notePresence(store, () => queue.use(PUBLIC_BUDGET)));
  const game = createGameClient({
    ...{ baseUrl: config.game.baseUrl, publicUrl: config.web.publicUrl, queue, log, now: store.now },
    forms: store.collection(WIRE_FORMS),
  });
  atEnd(() => game.close());
  const sealer = createSealer(config.tokenKeys);
  return { store, queue, game, sealer, sealed: createSealedStore(store, sealer) };
}
