import { expect, test } from 'vitest';
import { CommandMentions } from '../../src/discord/connection/mentions.ts';
import { plain } from '../../src/view/text.ts';

const shown = (mentions: CommandMentions, line: string): string => mentions.render(line);

test('commands are clickable once their ids are known', () => {
  const mentions = new CommandMentions();
  expect(shown(mentions, 'Run </credits log>.')).toContain('Run /credits log.');
  mentions.setIds([{ name: 'credits', id: '123' }]);
  expect(shown(mentions, 'Run </credits log> or </profile>.')).toContain('Run </credits log:123> or /profile.');
});

test('text from outside mentions no command', () => {
  const mentions = new CommandMentions();
  mentions.setIds([{ name: 'logout', id: '1' }]);
  expect(shown(mentions, plain('</logout>'))).not.toContain('</logout:1>');
});
