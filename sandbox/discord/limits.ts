import { PermissionFlagsBits } from 'discord-api-types/v10';

/** "Receiving and Responding to Interactions". */
export const INTERACTION_LIMITS = {
  /** Time for the first acknowledgment; afterwards 10062. */
  acknowledgeMs: 3_000,
  /** Lifetime of the token for edits and follow-ups; afterwards 50027. */
  tokenMs: 15 * 60_000,
  /** Max follow-ups if only the user has installed the app, not the server. */
  followUpsWithoutServer: 5,
};

/** "Gateway", "Rate Limits" and "Session Start Limit Object". */
export const GATEWAY_LIMITS = {
  heartbeatIntervalMs: 41_250,
  /** Intervals without a heartbeat after which a client counts as dead. */
  missedHeartbeats: 1.5,
  /** Time during which a disconnected session can be resumed. */
  resumableMs: 3 * 60_000,
  /** Max events that a session keeps for a resume. */
  replayEvents: 1_000,
  /** Max identifies of all shards in a day; one more closes all connections. */
  sessionStarts: 1_000,
  sessionStartsMs: 86_400_000,
  identifyIntervalMs: 5_000,
  payloadBytes: 4_096,
  payloadsPerMinute: 120,
};

/** Max sizes that the published schema doesn't have. Each rule names its page. */
export const SIZE_LIMITS = {
  content: 2_000,
  componentsTotal: 40,
  componentText: 4_000,
  actionRows: 5,
  attachments: 10,
  attachmentBytes: 10 * 1024 * 1024,
  requestBytes: 25 * 1024 * 1024,
  modalComponents: 5,
  commandCharacters: 8_000,
  choiceValue: 100,
  chatInputCommands: 100,
  contextMenuCommands: 15,
};

/** Max people in a group DM (on no page of the documentation). */
export const PEOPLE_IN_GROUP = 10;

/** The permissions of @everyone in the server. */
export const EVERYONE_PERMISSIONS =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.AddReactions |
  PermissionFlagsBits.UseExternalEmojis |
  PermissionFlagsBits.UseApplicationCommands |
  PermissionFlagsBits.UseExternalApps;

/** The owner's permissions: all of them. */
export const ALL_PERMISSIONS = Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n);
