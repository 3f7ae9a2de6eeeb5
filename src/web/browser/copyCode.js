// Sent to the browser as it is. Without it the page has no button, and a click selects the whole
// code.

const code = document.querySelector('[data-code]');
const button = document.querySelector('[data-copied]');
const status = document.querySelector('[role="status"]');

/** False if the browser denies the clipboard: without https, or without permission. */
async function putOnClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

button.addEventListener('click', async () => {
  // Emptied first, so that screen readers say the same sentence again.
  status.textContent = '';
  const { copied, selected } = button.dataset;
  const isCopied = await putOnClipboard(code.textContent);
  if (!isCopied) getSelection().selectAllChildren(code);
  status.textContent = isCopied ? copied : selected;
});
button.hidden = false;
