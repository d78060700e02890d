import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { network } from '../../testing/network.ts'
import { euro, pricing } from '../../testing/pricing.ts'
import { effectivePrices } from './index.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, acmeBasic, bergen, calabro, fjord, canary, db } = world

const { idOf, listOf, audited, verdantList } = pricing(world)
const inVerdant = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
const at = (somebody: { accountId: string }) => ({ accountId: somebody.accountId })

describe('assigning a list to an account', () => {
  test('an account sees the list that serves it, and the account it comes from if that is in its reach', async () => {
    const priceListId = await verdantList()
    const inherited = { priceListId, priceListName: 'Verdant list', canPropagate: true, inherited: true }
    expect(await fjord.call(priceLists.association, { params: at(fjord) })).toEqual({
      ...inherited,
      inheritedFrom: null,
    })
    expect(await nordico.call(priceLists.association, { params: at(fjord) })).toEqual({
      ...inherited,
      inheritedFrom: { id: nordico.accountId, name: 'Nordico' },
    })
    expect(await nordico.call(priceLists.association, { params: at(nordico) })).toEqual({
      ...inherited,
      inherited: false,
      inheritedFrom: null,
    })
    expect(await vendor.call(priceLists.association, { params: at(vendor) })).toEqual({
      priceListId: null,
      priceListName: null,
      canPropagate: null,
      inherited: null,
      inheritedFrom: null,
    })
    expect((await acme.refused(priceLists.association, { params: at(nordico) })).code).toBe('RQ404')
    expect((await canary.refused(priceLists.association, { params: at(acme) })).code).toBe('RQ404')
  })

  test('a distributor assigns a list to its reseller, changes the assignment and removes it', async () => {
    const { id: priceListId } = await nordico.call(priceLists.create, listOf({ BOX: 2 }))
    const params = at(bergen)
    expect((await nordico.refused(priceLists.changeAssociation, { params, body: { priceListId } })).code).toBe('RQ404')
    expect(await nordico.call(priceLists.associate, { params, body: { priceListId } })).toMatchObject({
      priceListId,
      canPropagate: false,
      inherited: false,
    })
    const widened = await nordico.call(priceLists.changeAssociation, {
      params,
      body: { priceListId, canPropagate: true },
    })
    expect(widened).toMatchObject({ canPropagate: true })
    // Who assigns what is assigned already leaves no event, and the list counts as given when it was.
    const given = () =>
      db.read(inVerdant).row(sql`
        select created_at, created_by, (select count(*) from audit_log where entity_id = ${bergen.accountId}) as events
        from price_list_accounts where account_id = ${bergen.accountId}`)
    const before = await given()
    for (const again of [priceLists.associate, priceLists.changeAssociation])
      await vendor.call(again, { params, body: { priceListId, canPropagate: true } })
    expect(await given()).toEqual(before)
    const prices = await effectivePrices(db.read(inVerdant), bergen.accountId, [idOf('BOX'), idOf('EDGE-1Y')])
    expect([...prices.values()]).toMatchObject([
      { productId: idOf('BOX'), price: '2.0000', priceListId, currencyId: euro },
    ])

    const inUse = await nordico.refused(priceLists.remove, { params: { id: priceListId } })
    expect(inUse).toMatchObject({
      status: 409,
      code: 'PR523',
      info: { accounts: [{ id: bergen.accountId, name: 'Bergen' }], accountCount: 1, orders: 0 },
    })
    const wrong = { params, body: { priceListId: newId() } }
    expect((await nordico.refused(priceLists.dissociate, wrong)).code).toBe('RQ404')
    await nordico.call(priceLists.dissociate, { params, body: { priceListId } })
    expect((await nordico.refused(priceLists.dissociate, { params })).code).toBe('RQ404')
    expect(await bergen.call(priceLists.association, { params })).toMatchObject({ priceListName: 'Verdant list' })
    await nordico.call(priceLists.remove, { params: { id: priceListId } })
    expect(await audited('price_list.associated', bergen.accountId)).toMatchObject([
      { before: null, after: { canPropagate: false } },
      { before: { canPropagate: false }, after: { canPropagate: true } },
    ])
    expect(await audited('price_list.dissociated', bergen.accountId)).toHaveLength(1)
  })

  test('lists can be assigned only downwards: not to oneself, one’s own level, accounts above or accounts in other branches', async () => {
    const { id: priceListId } = await acme.call(priceLists.create, listOf({ BOX: 2 }))
    const body = { priceListId, canPropagate: true }
    const calls = [priceLists.associate, priceLists.changeAssociation]
    for (const endpoint of calls) {
      expect((await acme.refused(endpoint, { params: at(acme), body })).code).toBe('RQ403')
      for (const outside of [nordico, vendor, bergen, calabro, canary])
        expect((await acme.refused(endpoint, { params: at(outside), body })).code).toBe('RQ404')
    }
    expect((await acme.refused(priceLists.dissociate, { params: at(acme) })).code).toBe('RQ403')
    expect((await acmeBasic.refused(priceLists.associate, { params: at(fjord), body })).code).toBe('RQ403')
    expect((await acmeBasic.refused(priceLists.dissociate, { params: at(fjord) })).code).toBe('RQ403')
  })

  test('one can assign lists owned in one’s sub-tree, and the list that serves oneself if it propagates', async () => {
    const foreign = await sudvia.call(priceLists.create, listOf({ BOX: 2 }))
    const elsewhere = { params: at(fjord), body: { priceListId: foreign.id } }
    for (const somebody of [acme, nordico]) {
      expect((await somebody.refused(priceLists.associate, elsewhere)).code).toBe('RQ404')
      const unknown = { params: at(fjord), body: { priceListId: newId() } }
      expect((await somebody.refused(priceLists.associate, unknown)).code).toBe('RQ404')
    }
    const propagating = { params: at(fjord), body: { priceListId: await verdantList() } }
    expect(await acme.call(priceLists.associate, propagating)).toMatchObject({ inherited: false })

    const kept = await nordico.call(priceLists.create, listOf({ BOX: 2 }))
    await nordico.call(priceLists.associate, { params: at(acme), body: { priceListId: kept.id } })
    const handedOn = { params: at(fjord), body: { priceListId: kept.id } }
    expect((await acme.refused(priceLists.associate, handedOn)).code).toBe('RQ403')
    await nordico.call(priceLists.changeAssociation, {
      params: at(acme),
      body: { priceListId: kept.id, canPropagate: true },
    })
    expect(await acme.call(priceLists.changeAssociation, handedOn)).toMatchObject({ priceListId: kept.id })
    await nordico.call(priceLists.dissociate, { params: at(acme) })
    await nordico.call(priceLists.dissociate, { params: at(fjord) })
  })

  test('the list that serves an account below can be read, but neither changed nor assigned', async () => {
    const { id: gold } = await vendor.call(priceLists.create, listOf({ BOX: 2, DRAFT: 1 }))
    const params = { id: gold }
    await vendor.call(priceLists.associate, { params: at(acme), body: { priceListId: gold } })
    const listed = await nordico.call(priceLists.search, { body: { parentAccountId: acme.accountId } })
    expect(listed.items.map(({ priceListId }) => priceListId)).toContain(gold)
    expect(await nordico.call(priceLists.read, { params })).toMatchObject({
      accountName: null,
      productCount: 1,
      products: [{ sku: 'BOX', customPrice: 2 }],
      blocked: { update: 'RQ403', delete: 'RQ403' },
    })
    const onwards = { params: at(bergen), body: { priceListId: gold } }
    expect((await nordico.refused(priceLists.associate, onwards)).code).toBe('RQ403')
    for (const stranger of [bergen, fjord, sudvia, calabro, canary])
      expect((await stranger.refused(priceLists.read, { params })).code).toBe('RQ404')

    // Acme’s list does not propagate, so its buyer is served by the list from above, and Acme sees what its buyer pays.
    const served = await acme.call(priceLists.association, { params: at(fjord) })
    expect(served).toMatchObject({ priceListName: 'Verdant list', inherited: true })
    const past = { id: served.priceListId ?? '' }
    expect(await acme.call(priceLists.read, { params: past })).toMatchObject({
      name: 'Verdant list',
      accountName: null,
    })
    const { id: own } = await acme.call(priceLists.create, listOf({ BOX: 3 }))
    await acme.call(priceLists.associate, { params: at(fjord), body: { priceListId: own } })
    expect((await acme.refused(priceLists.read, { params: past })).code).toBe('RQ404')
    await acme.call(priceLists.dissociate, { params: at(fjord) })
    await vendor.call(priceLists.dissociate, { params: at(acme) })
    expect((await nordico.refused(priceLists.read, { params })).code).toBe('RQ404')
  })

  test('a list that prices an order cannot be deleted, even when no account uses it any more', async () => {
    const { id: priceListId } = await nordico.call(priceLists.create, listOf({ BOX: 2 }))
    await nordico.call(priceLists.associate, { params: at(acme), body: { priceListId } })
    await acme.call(orders.create, { body: { items: [{ productId: idOf('BOX'), quantity: 2, price: 2 }] } })
    await nordico.call(priceLists.dissociate, { params: at(acme) })
    expect(await nordico.refused(priceLists.remove, { params: { id: priceListId } })).toMatchObject({
      code: 'PR523',
      info: { accounts: [], accountCount: 0, orders: 1 },
    })
    expect(await nordico.call(priceLists.read, { params: { id: priceListId } })).toMatchObject({
      blocked: { delete: 'PR523' },
    })
  })

  test('accounts that use a list are named only to readers who reach them', async () => {
    const { id: priceListId } = await nordico.call(priceLists.create, listOf({ BOX: 2 }))
    await nordico.call(priceLists.associate, { params: at(acme), body: { priceListId } })
    await db.write(inVerdant, (tx) =>
      tx.run(
        sql`insert into price_list_accounts (account_id, price_list_id) values (${calabro.accountId}, ${priceListId})`,
      ),
    )
    const refusal = await nordico.refused(priceLists.remove, { params: { id: priceListId } })
    expect(refusal.info).toEqual({
      accounts: [{ id: acme.accountId, name: 'Acme', canPropagate: false }],
      accountCount: 2,
      orders: 0,
    })
    expect(JSON.stringify(refusal)).not.toContain('Calabro')
    await db.write(inVerdant, (tx) => tx.run(sql`delete from price_list_accounts where price_list_id = ${priceListId}`))
  })
})
