import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Who is counted as one client: an IPv4 address, or the 64 bits of an IPv6 one that its owner cannot change at will.
 * `request.ip` believes X-Forwarded-For of the named proxies only.
 */
export function clientOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
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
