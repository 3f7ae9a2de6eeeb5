import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** Hidden until someone presses it, also from screen readers. `label` is written on the cover where there is room. */
export function Spoiler({ children, label }: { children: ComponentChildren; label?: string }) {
  const [isRevealed, setRevealed] = useState(false);
  return (
    <span class={isRevealed ? 'spoiler revealed' : 'spoiler'}>
      <span class="spoiler-content">{children}</span>
      {!isRevealed && (
        <button type="button" class="spoiler-cover" aria-label="Reveal spoiler" onClick={() => setRevealed(true)}>
          {label && <span class="spoiler-label">{label}</span>}
        </button>
      )}
    </span>
  );
}
