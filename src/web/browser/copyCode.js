// Sent to the browser as is. Without it there's no button, and a click selects the whole code.

const code = document.querySelector('[data-code]');
const button = document.querySelector('[data-copied]');
const status = document.querySelector('[role="status"]');

button.addEventListener('click', async () => {
  // Emptied first, so that screen readers repeat the same sentence.
  status.textContent = '';
  const { copied, selected } = button.dataset;
  // There is no clipboard without https, and it refuses without permission.
  const copying = navigator.clipboard?.writeText(code.textContent).then(() => true);
  const isCopied = await copying?.catch(() => false);
  if (!isCopied) getSelection().selectAllChildren(code);
  status.textContent = isCopied ? copied : selected;
});
button.hidden = false;
