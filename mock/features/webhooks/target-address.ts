import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Networks that are not the public internet (IANA special-purpose address registries), this machine's own left out. */
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
  // What is translated into IPv4 leads to addresses that would have to be read out of these.
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

/** An address that was looked at, and is the one to connect to. */
export interface TargetAddress {
  address: string;
  family: 4 | 6;
}

/** Ends a delivery to an address to which nothing may be sent. */
export class TargetRefusal {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Finds every address of a name. */
export type Lookup = (host: string) => Promise<readonly { address: string }[]>;

const lookupAll: Lookup = (host) => lookup(host, { all: true });

/**
 * Finds the addresses behind a host, once: what is checked is what is connected to, so that a name cannot lead elsewhere
 * the second time.
 * @throws the error of `node:dns` when the name is not known
 */
export async function resolveTarget(
  { hostname }: URL,
  allowPrivate: boolean,
  find: Lookup = lookupAll,
): Promise<readonly TargetAddress[] | TargetRefusal> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) === 0 ? await find(host) : [{ address: host }];
  // One private address among public ones is how a name is made to lead there.
  const refused = allowPrivate ? undefined : found.find(({ address }) => isPrivate(address));
  if (refused !== undefined) {
    return new TargetRefusal(
      `${refused.address} is a private address. The mock sends to it only if private targets are allowed.`,
    );
  }
  return found.map(({ address }) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
}

/** Whether an address is neither public nor this machine's own. */
export function isPrivate(address: string): boolean {
  // A zone only says which interface a link-local address is behind.
  const [plain = ''] = address.split('%');
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  return !loopback.check(plain, family) && closed.check(plain, family);
}

/** A block list takes IPv4 addresses that are mapped into IPv6 for what they are. */
function toBlockList(networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks)
    list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return list;
}
