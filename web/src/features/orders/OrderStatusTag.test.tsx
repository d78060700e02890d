import type { OrderStatus } from '@trellis/contract/orders'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { OrderStatusTag } from './OrderStatusTag.tsx'

test('an order status of a newer server is shown by its name without a colour, and noted once (rules V10)', () => {
  const info = vi.spyOn(console, 'info').mockReturnValue()
  const tag = <OrderStatusTag status={'parked' as OrderStatus} />
  expect(renderToString(tag) + renderToString(tag)).toMatch(/data-tone="neutral".*parked/)
  expect(info.mock.calls).toEqual([['Unknown order status: parked']])
  info.mockRestore()
})
