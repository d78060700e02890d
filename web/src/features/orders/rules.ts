import type { Order } from '@trellis/contract/orders'

/**
 * Whether the reader decides on the order (rules O5). The server says so in every status: `blocked.approve` is RQ403 for
 * everybody else, and OC522 or null for those who decide.
 */
export const decides = ({ blocked }: Pick<Order, 'blocked'>): boolean => blocked.approve !== 'RQ403'
