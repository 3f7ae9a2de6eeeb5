import { type Interaction, InteractionContextType, PermissionFlagsBits, PermissionsBitField } from 'discord.js';
import type { TokenSources } from '../../account/accessToken.ts';
import type { Link } from '../../account/links.ts';
import type { GameClient } from '../../game/client.ts';
import { GameError } from '../../game/errors.ts';
import type { Caller, FinalCheck } from '../../game/request/call.ts';
import { coversScope, type Scope } from '../../game/scopes.ts';
import type { Logger } from '../../log.ts';
import { AlreadyUsed } from '../../view/errorView.ts';
import { languageOf } from '../../view/language.ts';
import type { MessageView } from '../../view/message.ts';
import type { Confirmed } from '../../writes/kind.ts';
import type { Responses } from '../connection/responses.ts';
import type { Command } from '../declare/command.ts';
import type { HandlerContext, Needs, Person, Run, Services } from '../declare/context.ts';
import { type Attempt, PENDING_COMMAND } from './attempt.ts';
import type { Answerable } from './reply.ts';

export type ContextSources = {
  responses: Responses;
  /** The custom id of a login button for these scopes; `waiting` runs afterwards. */
  logInId: (args: { waiting?: string | undefined; scopes: readonly Scope[] }) => string;
  services: Services;
  tokenSources: TokenSources;
  game: GameClient;
  log: Logger;
  /** Aborts shortly before the process ends, so that waiting requests leave the queue. */
  stopSoon: AbortSignal;
};

type Commands = {
  needsOf(run: Run): Needs;
  execute(run: Run, confirmed?: Confirmed): Promise<MessageView>;
};

/** Throws {@link GameError} if the link doesn't meet `needs`. Without needs, ignores a bad link. */
export async function createHandlerContext(
  sources: ContextSources,
  interaction: Answerable,
  command: Command,
  needs: Needs,
  attempt: Attempt,
  { needsOf, execute }: Commands,
): Promise<HandlerContext<Needs>> {
  const { usage, reply, deadline, afterReply, since } = attempt;
  const { user, locale } = interaction;
  const caller: Caller = {
    noteRequest: (budget) => usage.budgets.add(budget),
    get signal() {
      return deadline.signal;
    },
  };
  const personal = await createPersonalContext(sources, interaction, command, needs, caller, since, attempt.link);
  const { link, services, texts } = personal;
  const [reading] = await Promise.allSettled([attempt.link]);
  const isInBotDm = interaction.context === InteractionContextType.BotDM;
  // First, because renewing the tokens stores the link too.
  await (link && services.links.noteUse(link, locale).catch(() => {}));
  return {
    ...toOrigin(interaction, since),
    ...personal,
    // Cast: it's set if the command declares needs, as the command's type says.
    me: personal.me as never,
    maySee: (channelId) => maySee(interaction, channelId),
    usage,
    deadline,
    defer: () => reply.defer(),
    isLinkUnknown: !link && reading.status === 'rejected',
    isInBotDm,
    isPrivate: isInBotDm || reply.isPrivate,
    // Failed progress must not stop the work: a change that was made needs its receipt.
    showProgress: async (view) => {
      await reply
        .showProgress(view)
        .catch((err: unknown) => sources.log.warn({ err, userId: user.id }, 'could not show progress'));
    },
    afterReply,
    async needsOf(ticketId) {
      const run = ticketId && (await services.tickets.peek(PENDING_COMMAND, ticketId, user.id));
      return run ? [...(needsOf(run) ?? []), ...(run.scopes ?? [])] : [];
    },
    runCommand: (path, values, confirmed) => execute({ path, values }, confirmed),
    async runAgain(ticketId, corrected) {
      const run = await services.tickets.peek(PENDING_COMMAND, ticketId, user.id);
      if (!run) throw new AlreadyUsed(texts.errors.ticketGone);
      // Taken only when a write leaves, so that the ticket stays valid if nothing was sent.
      const take = async () => (await services.tickets.take(PENDING_COMMAND, ticketId, user.id)) !== undefined;
      const shown =
        (corrected?.[run.shown?.option ?? ''] ?? run.shown?.text) === run.shown?.text ? run.shown : undefined;
      const kept = shown && { [shown.option]: run.values[shown.option] ?? '' };
      const given = Object.entries({ ...run.values, ...corrected, ...kept }).filter(([, value]) => value !== '');
      const again = { ...run, isAsked: run.isAsked && !corrected, values: Object.fromEntries(given), shown };
      return await execute(again, { id: run.writeId ?? ticketId, take });
    },
  };
}

/** The context that handlers and suggestions share. Throws like {@link createHandlerContext}. */
export async function createPersonalContext(
  sources: ContextSources,
  { user, locale }: Pick<Interaction, 'user' | 'locale'>,
  command: Command,
  needs: Needs,
  caller: Caller,
  since: number,
  reading?: Promise<Link | undefined>,
) {
  const { services, tokenSources, game } = sources;
  const link = await findLink(sources, user.id, needs, reading);
  const language = languageOf(locale);
  const source = link && tokenSources.of(user.id, locale);
  // Getters, because hash and signal are only needed for requests.
  const personalCaller: Caller = Object.create(caller, { person: { get: () => services.budgetOf(user.id) } });
  return {
    person: toPerson({ user, locale }, since),
    link,
    me: link?.character,
    game: game.actingAs(source, personalCaller),
    gameWith: (finalCheck: FinalCheck) =>
      game.actingAs(source, Object.create(personalCaller, { finalCheck: { value: finalCheck } })),
    language,
    texts: command.texts[language],
    services,
  };
}

function toPerson({ user, locale }: Pick<Interaction, 'user' | 'locale'>, since: number): Person {
  const { id, displayName, username } = user;
  return { id, name: displayName, username, mention: `<@${id}>`, locale, since };
}

/** Discord sends the person's permissions in the interaction's channel and in channel options. */
function maySee(interaction: Answerable, channelId: string): boolean {
  const given = interaction.isChatInputCommand() && interaction.options.resolved?.channels?.get(channelId);
  const permissions =
    given && 'permissions' in given ? new PermissionsBitField(BigInt(String(given.permissions))) : null;
  const here = channelId === interaction.channelId ? interaction.memberPermissions : null;
  return (permissions ?? here)?.has(['ViewChannel', 'ReadMessageHistory']) ?? false;
}

export function toOrigin(
  interaction: Answerable,
  since: number,
): Pick<HandlerContext<Needs>, 'person' | 'server' | 'interaction'> {
  const { id, token, applicationId, locale, guildId, guildLocale, memberPermissions } = interaction;
  const mayManage = memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false;
  return {
    person: toPerson(interaction, since),
    server: guildId === null ? undefined : { id: guildId, mayManage, locale: guildLocale ?? undefined },
    interaction: { id, token, applicationId, locale },
  };
}

/** The link, checked against `needs` as in {@link createHandlerContext}. */
export async function findLink(
  { services, log }: ContextSources,
  userId: string,
  needs: Needs,
  reading = services.links.get(userId),
): Promise<Link | undefined> {
  const link = await reading.catch((err: unknown) => {
    if (needs) throw err;
    log.warn({ err, userId }, 'continued without a link');
    return undefined;
  });
  if (!needs) return link;
  if (!link) throw new GameError({ code: 'not_linked' });
  const missing = needs.find((scope) => !coversScope(link.scopes, scope));
  if (missing) throw new GameError({ code: 'scope_missing', scope: missing });
  return link;
}
