/** Script for the filters, the theme and copying. The page is complete without it. */
export const script = `
(() => {
  'use strict';
  const page = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const say = (text) => { byId('said').textContent = text; };

  const themes = ['auto', 'light', 'dark'];
  const themeButton = byId('theme');
  let theme = 'auto';
  try { theme = localStorage.getItem('site-contract-theme') ?? 'auto'; } catch { /* a page without storage */ }
  const showTheme = () => {
    if (!themes.includes(theme)) theme = 'auto';
    if (theme === 'auto') page.removeAttribute('data-theme');
    else page.setAttribute('data-theme', theme);
    themeButton.textContent = 'Theme: ' + theme;
  };
  themeButton.addEventListener('click', () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    try { localStorage.setItem('site-contract-theme', theme); } catch { /* kept only for this view */ }
    showTheme();
  });
  themeButton.hidden = false;
  showTheme();

  const filters = byId('filters');
  const checks = all('.check');
  const groups = all('.group');
  const texts = new Map();
  const textOf = (check) => {
    let text = texts.get(check);
    if (text === undefined) {
      text = check.textContent.toLowerCase();
      texts.set(check, text);
    }
    return text;
  };
  const openAll = byId('open-all');
  const applyFilters = () => {
    const data = new FormData(filters);
    const words = String(data.get('text')).toLowerCase().split(/\\s+/).filter((word) => word !== '');
    const operation = data.get('operation');
    const statuses = data.getAll('status');
    const levels = data.getAll('level');
    const isNarrowed = words.length > 0 || operation !== '' || statuses.length > 0 || levels.length > 0;
    let shown = 0;
    for (const check of checks) {
      const { status, level } = check.dataset;
      const matches =
        (operation === '' || check.dataset.operation === operation) &&
        (statuses.length === 0 || statuses.includes(status)) &&
        (levels.length === 0 || levels.includes(level)) &&
        words.every((word) => textOf(check).includes(word));
      check.hidden = !matches;
      if (matches) shown += 1;
    }
    for (const rest of all('.rest')) {
      const hasMatch = rest.querySelector('.check:not([hidden])') !== null;
      rest.hidden = !hasMatch;
      if (isNarrowed && hasMatch && !rest.open) {
        rest.open = true;
        rest.dataset.opened = 'by filter';
      } else if (!isNarrowed && rest.dataset.opened !== undefined) {
        rest.open = false;
        delete rest.dataset.opened;
      }
    }
    for (const group of groups) group.hidden = group.querySelector('.check:not([hidden])') === null;
    byId('nothing').hidden = shown > 0;
    byId('shown').value = isNarrowed ? shown + ' of ' + checks.length + ' checks' : checks.length + ' checks';
    openAll.textContent = 'Open all';
  };
  filters.addEventListener('input', applyFilters);
  filters.addEventListener('submit', (event) => event.preventDefault());
  filters.addEventListener('reset', () => setTimeout(applyFilters));
  openAll.addEventListener('click', () => {
    const opens = openAll.textContent === 'Open all';
    for (const details of all('.rest:not([hidden]), .check:not([hidden])')) details.open = opens;
    openAll.textContent = opens ? 'Close all' : 'Open all';
  });
  filters.hidden = false;
  applyFilters();

  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input, select, textarea') !== null) return;
    event.preventDefault();
    filters.elements.namedItem('text').focus();
  });

  const reveal = () => {
    const target = byId(decodeURIComponent(location.hash.slice(1)));
    if (target === null) return;
    if (target.closest('[hidden]') !== null) {
      filters.reset();
      applyFilters();
    }
    for (let place = target; place !== null; place = place.parentElement) {
      if (place instanceof HTMLDetailsElement) place.open = true;
    }
    target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  if (location.hash !== '') reveal();
  addEventListener('beforeprint', () => {
    for (const check of all('.check[data-status="failed"], .check[data-status="error"]')) check.open = true;
  });

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = document.createElement('textarea');
      field.value = text;
      document.body.append(field);
      field.select();
      const isCopied = document.execCommand('copy');
      field.remove();
      if (!isCopied) throw new Error('not copied');
    }
  };
  for (const button of all('.copy')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      try {
        await copy(button.parentElement.querySelector('code').textContent);
        button.textContent = 'Copied';
        say('Copied');
      } catch {
        button.textContent = 'Select it manually';
        say('Copying is not allowed here: select the command manually');
      }
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
  }
})();
`;
