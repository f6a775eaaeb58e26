import { isLoopback } from '../../contract/parse-url.ts';

/**
 * Finds the proxy for a URL in HTTPS_PROXY, HTTP_PROXY and ALL_PROXY, in upper or lower case, except for hosts in NO_PROXY.
 * This machine is never reached through a proxy.
 */
export function findProxy(
  baseUrl: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { protocol, hostname, port } = new URL(baseUrl);
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined;
  const proxy = read(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? read('ALL_PROXY');
  if (proxy === undefined || isLocal(baseUrl)) return undefined;
  const usedPort = port || (protocol === 'https:' ? '443' : '80');
  const exceptions = read('NO_PROXY') ?? '';
  const isDirect = exceptions.split(/[\s,]+/).some((entry) => {
    const [name = '', onlyPort] = entry
      .toLowerCase()
      .replace(/^\*?\./, '')
      .split(/:(?=\d+$)/);
    if (name === '' || (onlyPort !== undefined && onlyPort !== usedPort)) return false;
    return name === '*' || hostname === name || hostname.endsWith(`.${name}`);
  });
  if (isDirect) return undefined;
  return /^[a-z][a-z\d+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

/** Whether a target is on this machine, so writing to it needs no permission. */
export function isLocal(baseUrl: string): boolean {
  return isLoopback(new URL(baseUrl).hostname);
}
