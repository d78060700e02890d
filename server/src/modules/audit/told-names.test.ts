import { audit, auditEventsOfPage } from '@trellis/contract/audit'
import { priceLists } from '@trellis/contract/price-lists'
import { expect, test } from 'vitest'
import { network } from '../../testing/network.ts'

const { vendor, nordico, acme } = await network()

test('the names in an answer are those of records in reach only (rules G19)', async () => {
  const params = { entity: 'account' as const, entityId: acme.accountId }
  const seen = await vendor.call(audit.history, { params })
  expect(seen.names[nordico.accountId]).toBe('Nordico')
  const { items, names } = await acme.call(audit.history, { params })
  expect(JSON.stringify(items)).toContain(nordico.accountId)
  expect(names[nordico.accountId]).toBeUndefined()
  const event = items.find(({ action }) => action === 'account.created')
  expect((await acme.call(audit.read, { params: { id: event?.id ?? '' } })).names[nordico.accountId]).toBeUndefined()
})

test('the pages of a history follow one another without a gap and without an entry twice', async () => {
  const { id } = await vendor.call(priceLists.create, { body: { name: 'Long', currencyId: 978 } })
  for (let number = 1; number <= 2 * auditEventsOfPage; number += 1)
    await vendor.call(priceLists.update, { params: { id }, body: { name: `Long ${number}` } })
  const names: unknown[] = []
  let before: string | undefined
  let hasMore = true
  while (hasMore) {
    const page = await vendor.call(audit.history, {
      params: { entity: 'price_list', entityId: id },
      query: before === undefined ? {} : { before },
    })
    names.push(...page.items.map(({ after }) => (after as { name: string }).name))
    before = page.items.at(-1)?.id
    hasMore = page.hasMore
  }
  const expected = Array.from({ length: 2 * auditEventsOfPage }, (_, index) => `Long ${2 * auditEventsOfPage - index}`)
  expect(names).toEqual([...expected, 'Long'])
})
