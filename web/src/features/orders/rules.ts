import type { Order } from '@trellis/contract/orders'

/**
 * Is the reader among those who decide on the order (rules O5)? The server says who they are, in every status: RQ403 to
 * everybody else, and OC522 or nothing to them.
 */
export const decides = ({ blocked }: Pick<Order, 'blocked'>): boolean => blocked.approve !== 'RQ403'
