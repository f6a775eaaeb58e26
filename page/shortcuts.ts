const key = 'site-contract-mock-keys';

/** What keys do, for the list of them and for the page. */
export const shortcuts: readonly { keys: string; what: string; isSingle: boolean }[] = [
  { keys: '?', what: 'Show this list', isSingle: true },
  { keys: '/', what: 'Search', isSingle: true },
  { keys: '1 … 7', what: 'Go to a view, in the order of the navigation', isSingle: true },
  { keys: 'n', what: 'Write a new request', isSingle: true },
  {
    keys: '↓ ↑ Page\u00a0Up Page\u00a0Down Home End',
    what: 'Move between rows, and from the search to the rows',
    isSingle: false,
  },
  { keys: 'Enter', what: 'Open a row', isSingle: false },
  {
    keys: 'Esc',
    what: 'Close the details, or clear the selection',
    isSingle: false,
  },
  { keys: 'Space', what: 'Select the request in the row', isSingle: false },
  { keys: 'Shift+↓ Shift+↑', what: 'Select several rows', isSingle: false },
  { keys: 'Ctrl+A', what: 'In the rows: select all requests that are shown', isSingle: false },
  { keys: 'r', what: 'Send the open request again', isSingle: true },
  {
    keys: 'e',
    what: 'Edit and send the open request, or edit the open site or webhook',
    isSingle: true,
  },
  { keys: 'Delete', what: 'Delete the open site or webhook', isSingle: true },
  { keys: 'c', what: 'Copy the open request as curl', isSingle: true },
  { keys: 'Ctrl+Enter', what: 'Send the new request', isSingle: false },
  { keys: 'Ctrl+Z', what: 'Undo the last edit of the data', isSingle: false },
  { keys: 'Ctrl+Shift+Z', what: 'Redo it', isSingle: false },
];

/** Single keys can be turned off: they get in the way of some who speak to their computer (WCAG 2.1.4). */
export function readUsesKeys(): boolean {
  return localStorage.getItem(key) !== 'off';
}

export function keepUsesKeys(usesKeys: boolean): boolean {
  localStorage.setItem(key, usesKeys ? 'on' : 'off');
  return usesKeys;
}
