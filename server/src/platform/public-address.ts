import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Networks that are not of the public Internet (IANA's registries of special-purpose addresses, RFC 6890). */
const special = new BlockList()
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [address = '', bits] = network.split('/')
  special.addSubnet(address, Number(bits), 'ipv4')
}
/** Within 2000::/3: protocols, Teredo, documentation, and 6to4, which has an IPv4 address in it. */
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']) {
  const [address = '', bits] = network.split('/')
  special.addSubnet(address, Number(bits), 'ipv6')
}
/** All other IPv6 is loopback, local, multicast, reserved, or leads to an IPv4 address. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Whether a packet to this address goes to the public Internet, and not to this machine or its neighbours (threats W15). */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4')
  return isIPv6(address) && !address.includes('%') && global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
