/**
 * Puts a text on the clipboard. A page that came by plain HTTP from another machine or container has no
 * `navigator.clipboard` (W3C Secure Contexts), so a selection is copied there.
 * @throws Error when the browser does not allow it
 */
export async function copyText(text: string): Promise<void> {
  const isCopied = isSecureContext
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
    : copySelection(text);
  if (!isCopied)
    throw new Error('The browser did not allow copying. Allow the page to use the clipboard.');
}

function copySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
