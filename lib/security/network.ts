import { isIPv6 } from 'node:net';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a host name or address is that of this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** The network that is counted as one client: the address itself, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.toLowerCase().startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const groups = head.split(':').filter(Boolean);
  const zeros =
    tail === undefined
      ? []
      : Array.from({ length: 8 - groups.length - tail.split(':').filter(Boolean).length }, () => '0');
  return [...groups, ...zeros, ...(tail ?? '').split(':').filter(Boolean)].slice(0, 4).join(':');
}
