import { command } from '../src/bot/command.ts';
import { noticeView } from '../src/view/errorView.ts';

export const logout = command({
  name: 'logout',
  description: ({ logout }) => logout.description,
  run: async ({ person, words: { logout }, services }) => {
    const { wasLinked, isRevoked } = await services.login.logOut(person.id);
    if (!wasLinked) return noticeView(logout.notLinked);
    return isRevoked ? noticeView(logout.done, 'good') : noticeView(logout.doneHere, 'warning');
  },
});
