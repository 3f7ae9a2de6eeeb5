import type { Reference } from './wire.ts';

export type { Reference } from './wire.ts';

/** One page of a list (interface document, 2.10). `startIndex` is 1-based. */
export type Page<T> = {
  /** Items in the whole list. */
  total: number;
  startIndex: number;
  /** Items asked for. */
  itemCount: number;
  items: T[];
  hasMore: boolean;
};

export type Coordinates = { x: number; y: number };

export type Location = {
  sector?: Reference;
  system?: Reference;
  planet?: Reference;
  city?: Reference;
  container?: Reference;
  /** Position on the galaxy's map. */
  galaxy?: Coordinates;
};

/** Profile (2.2). What the token's scopes do not show is absent. */
export type Character = {
  uid: string;
  name: string;
  credits?: number;
  /** The primary faction. */
  faction?: Reference;
  factions: (Reference & { isPrimary: boolean })[];
  image?: string;
  isPrivate?: boolean;
  gender?: string;
  race?: string;
  shortDescription?: string;
  biography?: string;
  lastLoginAt?: Date;
  health?: number;
  healthMax?: number;
  xp?: number;
  xpLevel?: number;
  location?: Location;
};

export type ResolvedHandle = { uid: string; handle: string };

/** Message (2.4). In a list `body` is absent. */
export type Message = {
  messageId: string;
  subject: string;
  sender?: Reference;
  receiver?: Reference;
  sentAt?: Date;
  body?: string;
};

/** What became of a message, recipient by recipient: `delivered` got it, `failed` (handles as given) did not. */
export type SentMessage = { delivered: Reference[]; failed: string[]; reasons: string[] };

/** Skills (2.5), keyed by skill name. */
export type Skills = Record<string, Skill>;
export type Skill = { level: number; experience?: number; category: string };

/** A transfer that the service did. `reason` as the service recorded it. */
export type TransferReceipt = { amount: number; sender?: Reference; recipient?: Reference; reason?: string };

/** Credit log entry (2.7); `amount` is negative when this character paid. */
export type CreditLogEntry = {
  transactionId: string;
  timestamp?: Date;
  amount: number;
  description: string;
  counterparty?: Reference;
};

export type Privilege = { name: string; isGranted: boolean };
export type PrivilegeGroup = { name: string; privileges: Privilege[] };
export type Privileges = { faction?: Reference; groups: PrivilegeGroup[] };

/** One entry of the token's OAuth permissions; scopes in canonical spelling. */
export type Permission = { scopes: string[]; expiresAt?: Date };

/** `container` is what it lies in directly, which may be all that the service says of its location. */
type GalaxyItem = {
  uid: string;
  name: string;
  controlledBy?: Reference;
  population?: number;
  container?: Reference;
};

export type System = GalaxyItem & { sector?: Reference; x?: number; y?: number };
export type Planet = GalaxyItem & { system?: Reference; sector?: Reference };
export type Sector = GalaxyItem & { knownSystems?: number };
export type Station = GalaxyItem & { type?: Reference; system?: Reference };
export type City = GalaxyItem & { planet?: Reference; system?: Reference };
