import { type Link, narrowed } from '../../src/account/links.ts';
import type { ActionContext } from '../../src/discord/declare/command.ts';
import { ALL_SCOPES, type Scope } from '../../src/game/scopes.ts';
import { message, select, text } from '../../src/view/message.ts';
import { shorten } from '../../src/view/text.ts';
import { grantedBy } from './choices.ts';
import type { LoginTexts } from './en.ts';
import { ids } from './ids.ts';
import { invite } from './steps.ts';

/** Without the first, the game doesn't even say who someone is. */
const [ALWAYS, ...OTHERS] = ALL_SCOPES;

/** What the bot may do for a linked person, to be changed; `dropped`: what they just took away. */
export function permissionsMenuView(texts: LoginTexts, link: Link | undefined, dropped: readonly Scope[] = []) {
  const granted = grantedBy(link);
  const toOption = (scope: Scope) => ({
    ...{ value: scope, isChosen: granted.includes(scope) },
    label: shorten(texts.permissions[scope], 100),
  });
  return message(
    dropped.length > 0 ? 'good' : 'neutral',
    dropped.length > 0 && text(`**${texts.noLonger}**`, ...dropped.map((scope) => `- ${texts.permissions[scope]}`)),
    text(`## ${texts.changePermissions}`, texts.howToChange),
    select(ids.keepOnly(), OTHERS.map(toOption), { min: 0, max: OTHERS.length, placeholder: texts.nothingMore }),
    text(`-# ${texts.stillGranted}`),
  );
}

/** Drops what was deselected at once. A login asks the game for what was added. */
export async function setPermissions(context: ActionContext<LoginTexts, readonly [], object>) {
  const { link, texts, person, services, values } = context;
  const granted = grantedBy(link);
  const chosen = ALL_SCOPES.filter((scope) => scope === ALWAYS || values.includes(scope));
  const dropped = granted.filter((scope) => !chosen.includes(scope));
  if (dropped.length > 0) await services.links.narrow(person.id, chosen);
  const left = link && narrowed(link, chosen);
  const added = chosen.filter((scope) => !granted.includes(scope));
  return added.length > 0 ? await invite({ ...context, link: left }, added) : permissionsMenuView(texts, left, dropped);
}
