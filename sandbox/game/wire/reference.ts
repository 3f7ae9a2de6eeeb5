/** An empty reference arrives as an empty object (docs/interface.md, "Wire"). */
export type WireReference =
  | { attributes: { uid: string; href: string; type?: string }; value: string }
  | Record<string, never>;

const resourceOfType: Readonly<Record<string, string>> = {
  '1': 'character',
  '5': 'galaxy/stations',
  '7': 'galaxy/cities',
  '8': 'galaxy/planets',
  '9': 'galaxy/systems',
  '20': 'faction',
  '25': 'galaxy/sectors',
};

/** Makes addresses of resources: absolute, below the service's base URL. */
export interface Hrefs {
  of(uid: string): string;
  below(path: string): string;
}

/** `baseUrl` ends with a slash. */
export function createHrefs(baseUrl: string): Hrefs {
  const below = (path: string) => `${baseUrl}${path}`;
  return { below, of: (uid) => below(`${resourceOfType[uid.split(':')[0] ?? ''] ?? 'resource'}/${uid}`) };
}

/** A named thing → the wire's reference; nothing → `{}`. `type` is given by references of kinds that carry it. */
export function toWireReference(
  hrefs: Hrefs,
  target: { uid: string; name: string } | undefined,
  type?: string,
): WireReference {
  if (!target) return {};
  return {
    attributes: { uid: target.uid, href: hrefs.of(target.uid), ...(type === undefined ? {} : { type }) },
    value: target.name,
  };
}
