import { shownCommandName } from '../commandName.ts';
import { dismissRun } from '../session.ts';
import { type CommandRun, commands, me, welcome } from '../state.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { UsageLine } from './ContextLine.tsx';
import { EphemeralNote, Note } from './Note.tsx';

/** A command that the bot hasn't answered yet: on its way, or given up after three seconds. */
export function CommandRunRow({ run }: { run: CommandRun }) {
  const bot = welcome.value?.bot;
  const isSent = run.state === 'sent';
  return (
    <article class={isSent ? 'message' : 'message ephemeral'} aria-label={run.name}>
      {me.value && <UsageLine {...me.value} command={shownCommandName(run.name, commands.value)} />}
      <Avatar url={bot?.avatarUrl ?? null} />
      <div class="message-main">
        <header>
          <b>{bot?.displayName}</b>
          <span class="app-badge">APP</span>
        </header>
        {isSent && <Note role="status">Sending command…</Note>}
        {!isSent && (
          <Note role="alert" icon="warning">
            The application did not respond
          </Note>
        )}
        {!isSent && <EphemeralNote onDismiss={() => dismissRun(run.interactionId)} />}
      </div>
    </article>
  );
}
