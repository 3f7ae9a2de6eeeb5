import type { GameCondition } from '../../../discord/people/pageProtocol.ts';
import { setGameCondition } from '../session.ts';

const CONDITIONS: Record<GameCondition, { label: string; hint: string }> = {
  working: { label: 'works', hint: 'Break the game and see how the bot copes.' },
  down: { label: 'is down', hint: 'Every request fails. Try /profile.' },
  slow: { label: 'is slow', hint: 'Every response takes 8 seconds. Try /credits balance.' },
  losingAnswers: {
    label: 'loses responses',
    hint: 'Requests are carried out, but the responses are lost. Send credits and read the receipt.',
  },
};

/** Breaks the game for everyone, and repairs it. */
export function GameSwitch({ condition }: { condition: GameCondition }) {
  return (
    <fieldset class="game-switch" aria-describedby="game-hint">
      <legend>The game</legend>
      {Object.entries(CONDITIONS).map(([value, { label }]) => (
        <label key={value} class="check">
          <input
            type="radio"
            name="game"
            checked={value === condition}
            onChange={() => setGameCondition(value as GameCondition)}
          />
          {label}
        </label>
      ))}
      <p id="game-hint" class="muted" role="status">
        {CONDITIONS[condition].hint}
      </p>
    </fieldset>
  );
}
