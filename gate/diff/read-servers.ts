import type { Part } from '../../contract/documents/references.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { ApiServer } from './api.ts';
import type { DocumentParts } from './document-parts.ts';
import { hideNames, normalizeUrl } from './normalize-url.ts';

/** Without servers, a document describes the server that provides it. */
const sameServer: ApiServer = { url: '', key: '', pointer: '/servers', isImplied: true };

/** @param owners the parts that may list servers, the deciding one first */
export function readServers(parts: DocumentParts, owners: readonly Part[]): ApiServer[] {
  for (const owner of owners) {
    const servers = listServers(parts, owner);
    if (servers.length > 0) return servers;
  }
  return [sameServer];
}

/** A server counts once for each value of its variables. */
function listServers(parts: DocumentParts, owner: Part): ApiServer[] {
  const servers: ApiServer[] = [];
  for (const { value, pointer } of parts.list(owner, 'servers')) {
    if (typeof value['url'] !== 'string') continue;
    const url = value['url'].replace(/\/$/, '');
    const keys = new Set<string>();
    // The names of variables are not sent.
    for (const address of listUrls(url, value['variables']))
      keys.add(normalizeUrl(hideNames(address)));
    for (const key of keys) servers.push({ url, key, pointer, isImplied: false });
  }
  return servers;
}

const mostUrls = 1000;

/** The URLs of a server, one for each listed value of its variables. A variable that would make too many stays open. */
function listUrls(template: string, variables: unknown): string[] {
  const [, start = '', name, end = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(template) ?? [];
  if (name === undefined) return [template];
  const ends = listUrls(end, variables);
  const listed = readAt(variables, [name, 'enum']);
  const isListed = Array.isArray(listed) && listed.length * ends.length < mostUrls;
  const values: readonly unknown[] = isListed ? listed : [`{${name}}`];
  const urls: string[] = [];
  for (const tail of ends) for (const value of values) urls.push(start + String(value) + tail);
  return urls;
}
