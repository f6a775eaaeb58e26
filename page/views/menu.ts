import { html, type TemplateResult } from 'lit-html';

/** Things to do behind one button, for where there is no room for a button each. */
export function drawMenu(
  label: string,
  entries: readonly { label: string; act(): void }[],
): TemplateResult {
  const close = (event: Event): void => {
    const menu =
      event.currentTarget instanceof Element ? event.currentTarget.closest('details') : null;
    if (menu === null) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !(event.currentTarget instanceof HTMLDetailsElement)) return;
    if (!event.currentTarget.open) return;
    event.stopPropagation();
    event.currentTarget.open = false;
    event.currentTarget.querySelector('summary')?.focus();
  };
  const blur = (event: FocusEvent): void => {
    const { currentTarget: menu, relatedTarget: next } = event;
    if (menu instanceof HTMLDetailsElement && next instanceof Node && !menu.contains(next))
      menu.open = false;
  };
  return html`<details class="menu" @keydown=${leave} @focusout=${blur}><summary class="button">${label}</summary>
    <ul>${entries.map(
      (entry) =>
        html`<li><button type="button" @click=${(event: Event) => {
          close(event);
          entry.act();
        }}>${entry.label}</button></li>`,
    )}</ul></details>`;
}
