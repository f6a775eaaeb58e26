const rowSelector = 'a.request';

/** The arrows go from row to row, and from the first one back to the search. */
export function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof Element)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(rowSelector)];
  const at = rows.findIndex((row) => row.matches(':focus')) + step;
  goTo(event, at < 0 ? document.querySelector<HTMLElement>('input[type="search"]') : rows[at]);
}

/** From the search, the arrow goes down to the first row that was found. */
export function moveToRows(event: KeyboardEvent): void {
  if (event.key === 'ArrowDown') goTo(event, document.querySelector<HTMLElement>(rowSelector));
}

function goTo(event: KeyboardEvent, place: HTMLElement | null | undefined): void {
  if (!place) return;
  event.preventDefault();
  place.focus();
}
