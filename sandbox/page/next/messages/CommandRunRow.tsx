import { shownCommandName } from '../commandName.ts';
import { dismissRun } from '../session.ts';
import { type CommandRun, commands, me, welcome } from '../state.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Icon } from '../ui/Icon.tsx';
import { UsageLine } from './ContextLine.tsx';
import { EphemeralNote, Thinking } from './MessageRow.tsx';

/** A command that the bot hasn't answered yet: on its way, or given up after three seconds. */
export function CommandRunRow({ run }: { run: CommandRun }) {
  const bot = welcome.value?.bot;
  const hasFailed = run.state === 'didNotRespond';
  return (
    <article class={hasFailed ? 'message ephemeral' : 'message'} aria-label={run.name}>
      <UsageLine
        userId={me.value?.id}
        name={me.value?.displayName}
        command={shownCommandName(run.name, commands.value)}
      />
      <div class="message-avatar">
        <Avatar url={bot?.avatarUrl ?? null} />
      </div>
      <div class="message-main">
        <header class="message-heading">
          <span class="message-author">{bot?.displayName}</span>
          <span class="app-badge">APP</span>
        </header>
        {hasFailed ? (
          <>
            <p class="note failure" role="alert">
              <Icon name="warning" /> The application did not respond
            </p>
            <EphemeralNote onDismiss={() => dismissRun(run.interactionId)} />
          </>
        ) : (
          <Thinking text="Sending command…" />
        )}
      </div>
    </article>
  );
}
