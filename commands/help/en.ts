import { type Texts, translate } from '../../src/view/language.ts';

export const en = {
  description: 'Show what this bot can do',
  about: 'A command or a topic, such as pay lists, amounts, codes or privacy',
  title: 'What I can do',
  more: 'Other commands need more permissions. Add them in </account>.',
  start: 'Start with </login>. </lookup> and </galaxy systems> work without it.',
  tasks: {
    ...{ pay: 'Payments', credits: 'Your credits', messages: 'Messages', galaxy: 'Places', people: 'Characters' },
    ...{
      privileges: 'Privileges',
      faction: 'Your faction',
      account: 'Your data',
      server: 'This server',
      others: 'More',
    },
  },
  choose: 'Read more about…',
  unknown: (typed: string): string => `There's no help about “${typed}”. Choose a suggestion, or try </help>.`,
  needsLogin: 'needs a login',
  needsPermissions: (list: string): string => `needs your permission to ${list}`,
  forManagers: 'for members who can manage the server',
  menus: { user: "In a person's menu (right-click or long-press):", message: "In a message's menu:" },

  /** The first line is the title. Examples can be pasted. */
  topics: {
    payLists: `Pay lists
</credits pay> opens a form for a list, pasted or as a file. It shows every payment and asks first. A message's menu has *Use as pay list*, and </credits paylist save> keeps a list.
\`\`\`
# Salaries
Jane Doe | 1,500 | Salary, November
1:12345 | 10k
\`\`\`
- Each line has a handle or UID, an amount, and a reason if you like. \`|\`, \`;\` or a tab separates them; the first of these in the line counts.
- Empty lines and comments (\`# \`, \`// \`) are left out. Up to 300 payments, with up to 188 characters per reason. Lines without an amount, or with 0, are left out.
- **Tables** such as CSV start with a line that names the columns, in any order. There, commas may separate too, and a cell that contains the separator goes in quotation marks (a mark inside is doubled):
\`\`\`
name,amount,reason
Jane Doe,1500,"Fuel, repairs"
John Roe,"2,500","The ""Falcon"""
\`\`\`
- Columns can be called *name*, *uid*, *amount*, *payout*, *note* and much else. If a column, a comma or a \`#\` isn't certain, I ask first.
- **Files:** one text or CSV file of up to 256 KB, in UTF-8 or UTF-16. In a spreadsheet, save as “CSV UTF-8”. The form's text field only holds 4,000 characters.`,
    amounts: `Amounts\nWhole credits, at least 1: \`1500\`, \`1,500\` and \`1 500\` are the same, \`10k\` is 10,000, \`2.5m\` is 2,500,000 and \`1b\` is 1,000,000,000. If an amount isn't clear, such as \`1.500\`, I ask what you mean before anything is sent.`,
    codes: `Codes\nI add a code to the reason of some payments, so that the credit log shows what they were for:\n- \`[p-7k2mnpq]\` marks a payment of a pay list. After a failure, it tells me whether the payment was made. Don't write such codes yourself: </credits transfer> refuses them, and pay lists drop them.\n- \`[r-4hx9abc]\` marks a payment for a request that someone made with </credits request>. To pay without the button, write the request's code in the reason.`,
    permissions: `Permissions\nYou decide what I may do, and can change it in </account>. If a command lacks a permission, it offers to add it and keeps what you entered for 30 minutes. </permissions list> shows what the game allows and until when; </logout> ends all of it.\nIn the game, I can only do what your character can. Whether you may see or change others' privileges is up to your faction.`,
    quota: `Request limits\nThe game only takes so many requests per hour, and I never send more. </account> shows how many you have left; when there are few, my replies say so. Some are shared by everyone here, but no one can use them all up.\nNames that you looked up cost nothing for a while. I ask before a command looks up more than 20.`,
    batches: `Batches\nPay lists and changes of several privileges are batches: up to 300 changes with one confirmation, after a preview of everything. You can pause a batch, continue it, or cancel the rest. It continues while you're offline. While a batch waits, another one can go before it.\nWithout requests left, or if the game is down, it waits and continues on its own. What isn't done after 24 hours is canceled. A change whose outcome is unknown is never repeated; the report lets you check again.\nChanges of privileges can be undone for a day, payments can't. </account> has your recent reports.`,
    rosters: `Rosters\nA server can have one roster of a faction's members, with their ranks. Only those who may change privileges in that faction see it, checked with their own login; members see and delete what was read about them with </roster me>.\n- </roster import> takes a CSV: \`uid,name,rank,away\`, such as \`1:12345,Jane Doe,Pilot,2026-12-24\`. A name without a UID costs a request.\n- </roster check> shows who left and when members last logged in, </privileges who> who may do something, </rank check> who differs from their rank. They read each member once and keep that for 35 days.\n- Write \`@pilot\` or \`@roster\` wherever several characters are typed, as in </credits pay>: \`@pilot | 5000 | Salary\`.`,
    privacy: `Privacy\n</account> shows what I store about you, and exports or erases it. Others can find your character from your Discord account only if you allow it there. I never see your password; </logout> erases your login, which is encrypted.\nCredits, messages and privileges are only shown to you. Places, payment requests and what you share are public. A server can have changes posted in a channel and logged for 95 days, without reasons and message texts; the preview says so.`,
  },
};

export type HelpTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
