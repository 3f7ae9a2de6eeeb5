// Plain JavaScript for every Node: an old one must get to the sentence below, and TypeScript would
// load Node's type stripper at each start.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`Node ${process.versions.node} is too old. Install Node 24: https://nodejs.org`);
  process.exit(1);
}
// Like --disable-warning=ExperimentalWarning, which an old Node refuses.
const [warn] = process.listeners('warning');
const filter = (warning) => warning.name === 'ExperimentalWarning' || warn(warning);
if (warn) process.removeAllListeners('warning').on('warning', filter);
const task = process.argv[2];
const program = ['doctor', 'register', 'setup'].includes(task) ? task : task ? 'operator' : 'main';
import('node:module')
  // The cache isn't in the temporary folder, where other users could plant code.
  .then((node) => node.enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/commlink`))
  .then(() => import(`./${program}.ts`));
