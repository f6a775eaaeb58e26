import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/**
 * Networks that are not part of the public internet (IANA special-purpose address registries), except the addresses of
 * this machine.
 */
const privateNetworks: readonly (readonly [address: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  // Translation prefixes: the IPv4 addresses in these would have to be extracted and checked.
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const closed = toBlockList(privateNetworks);
const loopback = toBlockList([
  ['127.0.0.0', 8],
  ['::1', 128],
]);

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

/** Whether an address is neither public nor an address of this machine. */
export function isPrivate(address: string): boolean {
  // A zone only names the interface of a link-local address.
  const [plain = ''] = address.split('%');
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  return !loopback.check(plain, family) && closed.check(plain, family);
}

/** A block list also matches IPv4 addresses that are mapped to IPv6. */
function toBlockList(networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks)
    list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return list;
}
