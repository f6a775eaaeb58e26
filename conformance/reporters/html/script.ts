/**
 * The script of the report: a filter, and buttons that copy commands. Everything else works without it. It is the only script
 * that the page's content security policy allows, and it only reads and hides what the page contains.
 */
export const script = `
'use strict';
{
  const form = document.querySelector('form.filter');
  const text = form.elements.namedItem('text');
  const must = form.elements.namedItem('must');
  const failed = form.elements.namedItem('failed');
  const count = form.querySelector('output');
  const entries = [...document.querySelectorAll('[data-outcome]')];
  const contents = [...entries].map((entry) => entry.textContent.toLowerCase());

  function isWanted(entry, content) {
    if (must.checked && entry.dataset.level !== 'MUST') return false;
    if (failed.checked && entry.dataset.outcome !== 'failed') return false;
    return content.includes(text.value.trim().toLowerCase());
  }

  function filter() {
    const isActive = must.checked || failed.checked || text.value.trim() !== '';
    let hidden = 0;
    entries.forEach((entry, index) => {
      entry.hidden = !isWanted(entry, contents[index]);
      if (entry.hidden) hidden += 1;
      const link = entry.id && document.querySelector('nav a[href="#' + entry.id + '"]');
      if (link) link.parentElement.hidden = entry.hidden;
    });
    const all = document.querySelector('details.checks');
    if (isActive && all) all.open = true;
    count.textContent = isActive ? entries.length - hidden + ' of ' + entries.length + ' entries' : '';
  }

  function select(code) {
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }

  async function copy(button) {
    const code = button.parentElement.querySelector('code');
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      // Where pages may not write to the clipboard, a key can.
      select(code);
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  }

  for (const button of document.querySelectorAll('.command button')) {
    button.hidden = false;
    button.addEventListener('click', () => copy(button));
  }
  document.querySelector('.fold').addEventListener('click', ({ target }) => {
    const isOpen = target.textContent === 'Fold all';
    for (const group of document.querySelectorAll('article > details')) group.open = !isOpen;
    target.textContent = isOpen ? 'Unfold all' : 'Fold all';
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', filter);
  form.hidden = false;
  // A reload keeps what was entered.
  filter();
}
`;
