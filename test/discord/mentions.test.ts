import { expect, test } from 'vitest';
import { CommandMentions } from '../../src/discord/connection/mentions.ts';
import { plain } from '../../src/view/text.ts';

test('commands are clickable once their ids are known, but not in text from outside', () => {
  const mentions = new CommandMentions();
  expect(mentions.render('Run </credits log>.')).toBe('Run /credits log.');
  mentions.setIds([{ name: 'credits', id: '123' }]);
  expect(mentions.render('Run </credits log> or </profile>.')).toBe('Run </credits log:123> or /profile.');
  expect(mentions.render(plain('</credits log>'))).not.toContain('</credits log:123>');
});
