import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Issued } from './issued.ts'
import { StateTag } from './StateTag.tsx'

test('a certificate in a state of a newer server is not called valid, but by that name, noted once (rules V10)', () => {
  const info = vi.spyOn(console, 'info').mockReturnValue()
  const issued = { statusName: 'Frozen' as Issued['statusName'], expirationDate: '2099-01-01T00:00:00Z' }
  const shown = renderToString(<StateTag issued={issued} />) + renderToString(<StateTag issued={issued} />)
  expect(shown).toMatch(/data-tone="neutral".*Frozen/)
  expect(info.mock.calls).toEqual([['Unknown certificate status: Frozen']])
  info.mockRestore()
})
