const tokenKey = 'site-contract-mock-token';

/**
 * Takes the admin token from the fragment of the address, which is never sent, otherwise from earlier in this tab. The
 * fragment is removed from the address, so that it is not copied by accident.
 */
export function takeToken(): string {
  const [, token] = /^#token=(.+)$/.exec(location.hash) ?? [];
  if (token === undefined) return sessionStorage.getItem(tokenKey) ?? '';
  history.replaceState(null, '', location.pathname);
  return keepToken(decodeURIComponent(token));
}

export function keepToken(token: string): string {
  sessionStorage.setItem(tokenKey, token);
  return token;
}

const themeKey = 'site-contract-mock-theme';
const keysKey = 'site-contract-mock-keys';
const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Returns the saved theme; `auto` follows the system. */
export function readTheme(): Theme {
  const saved = localStorage.getItem(themeKey);
  const theme = themes.find((candidate) => candidate === saved);
  return theme ?? 'auto';
}

export function applyTheme(theme: Theme): Theme {
  localStorage.setItem(themeKey, theme);
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
  return theme;
}

export function nextTheme(theme: Theme): Theme {
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto';
}

export function readUsesKeys(): boolean {
  return localStorage.getItem(keysKey) !== 'off';
}

export function keepUsesKeys(usesKeys: boolean): boolean {
  localStorage.setItem(keysKey, usesKeys ? 'on' : 'off');
  return usesKeys;
}

/**
 * Copies a text to the clipboard. A page over plain HTTP from another machine or container has no `navigator.clipboard`
 * (W3C Secure Contexts), so it copies a selection instead.
 * @throws Error when the browser does not allow it
 */
export async function copyText(text: string): Promise<void> {
  const isCopied = isSecureContext ? await writeClipboard(text) : copySelection(text);
  if (!isCopied)
    throw new Error('The browser did not allow copying. Allow the page to use the clipboard.');
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
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

/** Lets the browser save a text as a file. */
export function saveFile(name: string, text: string, mediaType: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: mediaType }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
