import { isIPv6 } from 'node:net'

/**
 * The key under which a client is counted: its IPv4 address, or the /64 prefix of its IPv6 address, because the owner
 * can change the rest at will. `request.ip` uses X-Forwarded-For of the configured proxies only.
 */
export function clientOf({ ip }: { ip: string | undefined }): string {
  // The connection has ended meanwhile.
  if (ip === undefined) return 'gone'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const address = ip.split('%', 1)[0] ?? ip
  if (!isIPv6(address)) return ip
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - behind.length)).fill('0')
  const network = [...groups, ...zeros, ...behind].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
