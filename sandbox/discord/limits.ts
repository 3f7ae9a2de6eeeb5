import { PermissionFlagsBits } from 'discord-api-types/v10';

/** Time limits of interactions, in milliseconds (Discord documentation, "Receiving and Responding to Interactions"). */
export const interactionLimits = {
  /** To the first acknowledgment; afterwards 10062. */
  acknowledgeMs: 3_000,
  /** Life of the token for edits and follow-ups; afterwards 50027. */
  tokenMs: 15 * 60_000,
  /** Follow-ups where the app is only installed by the user, not in the server. */
  followUpsWithoutServer: 5,
};

/** The gateway's limits (Discord documentation, "Gateway"). */
export const gatewayLimits = {
  heartbeatIntervalMs: 41_250,
  /** A client that is silent for this many intervals is dead. */
  missedHeartbeats: 1.5,
  /** How long a disconnected session can be resumed. */
  resumableMs: 3 * 60_000,
  /** Sent events kept for a resume, a session. */
  replayEvents: 1_000,
  /** Identifies a day, of all shards; another one ends everything. */
  sessionStarts: 1_000,
  sessionStartsMs: 86_400_000,
  /** One identify in so long. */
  identifyIntervalMs: 5_000,
  payloadBytes: 4_096,
  payloadsPerMinute: 120,
};

/** Sizes that are not part of the published schema (Discord documentation, pages "Message", "Component Reference", "Application Commands"). */
export const sizeLimits = {
  content: 2_000,
  componentsTotal: 40,
  componentText: 4_000,
  actionRows: 5,
  buttonsPerRow: 5,
  embedText: 6_000,
  attachments: 10,
  attachmentBytes: 10 * 1024 * 1024,
  requestBytes: 25 * 1024 * 1024,
  modalComponents: 5,
  commandCharacters: 8_000,
  choiceValue: 100,
  chatInputCommands: 100,
  contextMenuCommands: 15,
};

/** In one group DM (Discord's own limit; on no page of its documentation). */
export const peopleInGroup = 10;

/** How long "is typing" lasts. */
export const typingMs = 10_000;

/** What everybody in the server may do. */
export const everyonePermissions =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.AddReactions |
  PermissionFlagsBits.UseExternalEmojis |
  PermissionFlagsBits.UseApplicationCommands |
  PermissionFlagsBits.UseExternalApps;

/** What an owner or administrator may do: everything. */
export const allPermissions = Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n);
