const key = 'site-contract-mock-theme';
const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The theme that was chosen earlier; `auto` follows the system. */
export function readTheme(): Theme {
  const kept = localStorage.getItem(key);
  return themes.find((theme) => theme === kept) ?? 'auto';
}

export function applyTheme(theme: Theme): Theme {
  localStorage.setItem(key, theme);
  if (theme === 'auto') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', theme);
  return theme;
}

export function nextTheme(theme: Theme): Theme {
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto';
}
