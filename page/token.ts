const key = 'site-contract-mock-token';

/**
 * The admin token: from the fragment of the address, which no request carries, else from earlier in this tab. The
 * fragment is taken out of the address, so that it is not copied by accident.
 */
export function takeToken(): string {
  const given = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (given === undefined) return sessionStorage.getItem(key) ?? '';
  history.replaceState(null, '', location.pathname);
  return keepToken(decodeURIComponent(given));
}

export function keepToken(token: string): string {
  sessionStorage.setItem(key, token);
  return token;
}
