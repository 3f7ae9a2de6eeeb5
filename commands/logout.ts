import { loggedOutView } from '../src/view/loginViews.ts';
import { forgetContacts } from './characters/contacts.ts';
import { command } from './declare.ts';

export const logout = command({
  name: 'logout',
  description: ({ logout }) => logout.description,
  run: async ({ person, words, services }) => {
    await forgetContacts(services, person);
    return loggedOutView(words, await services.login.logOut(person.id));
  },
});
