import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** Hidden until someone presses it, from screen readers too. Over a block it's written what it is. */
export function Spoiler({ children, block = false }: { children: ComponentChildren; block?: boolean }) {
  const [isRevealed, setRevealed] = useState(false);
  const Box = block ? 'div' : 'span';
  if (isRevealed) return <Box class="spoiler revealed">{children}</Box>;
  return (
    <Box class="spoiler">
      <Box>{children}</Box>
      <button type="button" aria-label="Reveal spoiler" onClick={() => setRevealed(true)}>
        {block && 'Spoiler'}
      </button>
    </Box>
  );
}
