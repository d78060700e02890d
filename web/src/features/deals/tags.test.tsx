import type { DealStatus, EBidStatus, ProtectionStatus } from '@trellis/contract/deal-states'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { DealStatusTag, EBidTag, ProtectionTag } from './tags.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  ['deal status', <DealStatusTag key={0} status={'Parked' as DealStatus} />],
  ['protection status', <ProtectionTag key={1} status={'Parked' as ProtectionStatus} />],
  ['eBid status', <EBidTag key={2} bid={{ eBidStatus: 'Parked' as EBidStatus, eBidValue: 1 }} />],
])('a %s of a newer server is shown by its name without a colour, and noted once (rules V10)', (kind, tag) => {
  const info = vi.spyOn(console, 'info').mockReturnValue()
  const shown = renderToString(tag) + renderToString(tag)
  expect(shown).toMatch(/data-tone="neutral".*Parked.*data-tone="neutral".*Parked/)
  expect(info.mock.calls).toEqual([[`Unknown ${kind}: Parked`]])
})
