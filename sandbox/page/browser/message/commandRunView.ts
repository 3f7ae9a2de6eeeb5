import { avatar } from '../avatar.ts';
import { shownCommandName } from '../commandName.ts';
import type { Context } from '../context.ts';
import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import type { CommandRun } from '../pageState.ts';
import { usageLine } from './contextLine.ts';
import { ephemeralNote, thinkingView } from './messageView.ts';

/** A command that has no answer of the bot's yet: on its way, or given up after three seconds. */
export function commandRunView(run: CommandRun, context: Context): HTMLElement {
  const { welcome } = context.store.state;
  const commands = context.store.state.commands.get(run.channelId) ?? [];
  const bot = welcome?.bot;
  const me = welcome?.person;
  const name = bot?.displayName ?? 'The bot';
  const failed = run.state === 'didNotRespond';
  return h(
    'article',
    { class: `message${failed ? ' ephemeral' : ''}`, 'data-interaction-id': run.interactionId, 'aria-label': run.name },
    me && usageLine({ id: me.id, name: me.displayName }, shownCommandName(run.name, commands), context),
    h('div', { class: 'message-avatar' }, avatar({ id: bot?.id ?? '', name, avatarUrl: bot?.avatarUrl ?? null })),
    h(
      'div',
      { class: 'message-main' },
      h(
        'header',
        { class: 'message-heading' },
        h('span', { class: 'message-author' }, name),
        h('span', { class: 'app-badge' }, 'APP'),
      ),
      failed
        ? h('p', { class: 'failure', role: 'alert' }, icon('warning'), 'The application did not respond')
        : thinkingView('Sending command…'),
      failed && ephemeralNote(() => context.session.dismissRun(run.interactionId)),
    ),
  );
}
