import type { Actions } from './actions.ts';
import { filterRequests } from './filter-requests.ts';
import { type Store, viewNames } from './model.ts';
import { selectAll } from './selection.ts';
import { openShortcuts } from './views/page.ts';
import { focusSearch } from './views/windowed.ts';

/** Makes the function that does what a key stands for; see `shortcuts.ts`. */
export function createKeyListener(store: Store, actions: Actions): (event: KeyboardEvent) => void {
  return (event) => {
    const isWriting =
      event.target instanceof Element &&
      event.target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select') !==
        null;
    const isOpen = document.querySelector('dialog[open]') !== null;
    if (event.defaultPrevented || isWriting || isOpen || event.altKey) return;
    const isDone =
      event.ctrlKey || event.metaKey ? followCombination(event) : followSingle(event.key);
    if (isDone) event.preventDefault();
  };

  function followCombination({ key, shiftKey }: KeyboardEvent): boolean {
    if (key === 'a' && document.activeElement?.closest('.selectable, .selection') != null) {
      store.set({ selection: selectAll(filterRequests(store.model)) });
      return true;
    }
    if (key.toLowerCase() !== 'z' || store.model.view !== 'data') return false;
    void (shiftKey ? actions.redo() : actions.undo());
    return true;
  }

  function followSingle(key: string): boolean {
    const { model } = store;
    if (!model.usesKeys) return false;
    const view = /^[1-9]$/.test(key) ? viewNames[Number(key) - 1] : undefined;
    if (view !== undefined) location.hash = `#/${view}`;
    else if (key === 'n') {
      actions.startDraft(model.draft?.operation || (model.contract?.[0]?.id ?? ''));
      location.hash = '#/send';
    } else if (key === '/') focusSearch();
    else if (key === '?') openShortcuts();
    else return followRequestKey(key);
    return true;
  }

  /** Keys for what is open beside the list. */
  function followRequestKey(key: string): boolean {
    const { view, requestId, requests } = store.model;
    const entry = requests.find(({ id }) => id === requestId);
    if (view === 'data' && (key === 'e' || key === 'Delete'))
      return press(key === 'e' ? 'Edit the ' : 'Delete the ');
    if (view !== 'requests' || entry === undefined) return false;
    if (key === 'r') void actions.sendAgain(entry);
    else if (key === 'e') actions.editRequest(entry);
    else if (key === 'c') void actions.copyCurl(entry);
    else return false;
    return true;
  }
}

/** Presses the button of what is open that is named so. */
function press(name: string): boolean {
  const button = document.querySelector<HTMLElement>(`#detail [aria-label^="${name}"]`);
  button?.click();
  return button !== null;
}
