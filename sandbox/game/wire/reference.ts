/** An empty reference arrives as an empty object (docs/interface.md, "Wire"). */
type WireReference =
  | { attributes: { uid: string; href: string; type?: string }; value: string }
  | Record<string, never>;

/** Writes a number, as a number or as the live service's text. */
export type WriteNumber = (value: number) => number | string;

const RESOURCE_OF_TYPE: Readonly<Record<string, string>> = {
  '1': 'character',
  '5': 'galaxy/stations',
  '7': 'galaxy/cities',
  '8': 'galaxy/planets',
  '9': 'galaxy/systems',
  '20': 'faction',
  '25': 'galaxy/sectors',
};

export type Hrefs = ReturnType<typeof createHrefs>;

/** `baseUrl` ends with a slash. */
export function createHrefs(baseUrl: string) {
  const below = (path: string) => `${baseUrl}${path}`;
  return { below, of: (uid: string) => below(`${RESOURCE_OF_TYPE[uid.split(':')[0] ?? ''] ?? 'resource'}/${uid}`) };
}

/** Only some kinds of references have a `type`. */
export function toWireReference(
  hrefs: Hrefs,
  target: { uid: string; name: string } | undefined,
  type?: string,
): WireReference {
  if (!target) return {};
  const { uid, name } = target;
  return { attributes: { uid, href: hrefs.of(uid), ...(type !== undefined && { type }) }, value: name };
}
