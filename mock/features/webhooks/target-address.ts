import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A checked address to connect to. */
export interface TargetAddress {
  address: string;
  family: 4 | 6;
}

/** Finds all addresses of a name. */
export type Lookup = (host: string) => Promise<readonly { address: string }[]>;

const lookupAll: Lookup = (host) => lookup(host, { all: true });

/**
 * Resolves a host only once: the checked address is the one to connect to, so the name cannot resolve to another one
 * later.
 * @returns the addresses, or the reason why a delivery to them is not allowed
 * @throws the error of `node:dns` when the name is unknown
 */
export async function resolveTarget(
  { hostname }: URL,
  allowPrivate: boolean,
  find: Lookup = lookupAll,
): Promise<readonly TargetAddress[] | string> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) === 0 ? await find(host) : [{ address: host }];
  // A name with one private address among public ones can be used to reach that address.
  const refused = allowPrivate ? undefined : found.find(({ address }) => isPrivate(address));
  if (refused !== undefined)
    return `${refused.address} is a private address. The mock sends to it only if private targets are allowed.`;
  return found.map(({ address }) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
}

/** Global unicast addresses of IPv6 (RFC 4291, section 2.4). The others are reserved, or contain an IPv4 address. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is neither public nor an address of this machine. */
export function isPrivate(address: string): boolean {
  // Converts an IPv4 address that is mapped to IPv6.
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'loopback') return false;
  return range !== 'unicast' || (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast));
}
