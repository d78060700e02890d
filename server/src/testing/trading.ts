import { randomUUID } from 'node:crypto'
import type { Dice } from './dice.ts'
import type { World } from './network.ts'

type Answer = Record<string, unknown>

interface Means {
  world: World
  /** An API key of the vendor that may do all of this. */
  key: string
  /** Resolves with the address of the portal, as soon as it is there. */
  portal: () => Promise<string>
  dice: Dice
  /** Told after each change. */
  changed: () => void
}

/**
 * Somebody who trades by calls over the network, and sends a call again whose answer was lost: orders, accounts, deals, prices,
 * keys and products, each created and changed. No two of them change the same record.
 */
export async function openTrader({ world, key, portal, dice, changed }: Means, name: string) {
  const { acme, nordico } = world
  const headers = {
    'x-tenant-code': world.tenantCode,
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
  }
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const idempotency = { 'idempotency-key': randomUUID() }
    const sent = { method, headers: { ...headers, ...(method === 'POST' && idempotency) }, body: JSON.stringify(body) }
    for (let isAgain = false; ; isAgain = true) {
      const url = await portal()
      const answer = await fetch(`${url}/api/v1${path}`, sent).catch(() => null)
      const text = await answer?.text().catch(() => null)
      if (answer === null || text == null || answer.status === 503) continue
      // What was sent again may have been done the first time.
      if (!answer.ok && !isAgain) throw new Error(`${method} ${path} was refused: ${text}`)
      return text === '' || !answer.ok ? {} : JSON.parse(text)
    }
  }
  const create = async (path: string, body: unknown) => String((await send('POST', path, body)).id)

  const edge = world.products['EDGE-1Y']?.productId
  let numbers = 0
  const next = () => `${name}-${++numbers}`
  const sku = next()
  const draft = { sku, name: `Tool ${sku}`, priceMsrp: 10, currencyId: 978 }
  const productId = await create('/products', draft)
  const priceListId = await create('/pricelists', {
    name: `List ${sku}`,
    currencyId: 978,
    items: [{ productId, customPrice: 9.5 }],
  })
  const offered = await send('GET', `/pricelists/to-give?parentAccountId=${acme.accountId}`)
  const given = (offered.items as { priceListId: string }[])[0]?.priceListId
  const orders: string[] = []
  const pending: string[] = []
  const approved: string[] = []
  const accounts: string[] = []
  const deals: string[] = []
  const keys: string[] = []

  /** Each with its share. The first of a kind creates what the others change. */
  const ways: readonly [number, () => Promise<unknown>][] = [
    [
      28,
      async () => {
        const items = [{ productId: edge, quantity: 1, price: 100 }]
        const id = await create('/orders', { buyerAccountId: nordico.accountId, items })
        orders.push(id)
        pending.push(id)
      },
    ],
    [
      14,
      async () => {
        const id = pending.pop()
        if (id === undefined) return
        const status = approved.length === 0 || dice.chance(0.8) ? 'approved' : 'canceled'
        await send('PUT', `/orders/${id}`, { status })
        if (status === 'approved') approved.push(id)
      },
    ],
    [
      20,
      () => {
        const invoice = next()
        const marks = { invoiced: dice.chance(0.7), invoiceId: invoice, orderRefCode: `PO ${invoice}` }
        return send('PUT', `/orders/${dice.one(approved)}/update`, marks)
      },
    ],
    [
      6,
      async () => {
        const accountName = `Company ${next()}`
        const address = {
          city: 'Oslo',
          countryCode: 'NO',
          street: 'Storgata 2',
          postalCode: '0155',
          vatId: 'NO995525828MVA',
        }
        const account = { accountName, groupId: 8, parentAccountId: acme.accountId, priceListId: given, address }
        accounts.push(await create('/accounts', account))
      },
    ],
    [5, () => send('PUT', `/accounts/${dice.one(accounts)}`, { accountName: `Renamed ${next()}` })],
    [
      1,
      async () => {
        const id = accounts.length > 1 ? accounts.pop() : undefined
        if (id !== undefined) await send('DELETE', `/accounts/${id}`)
      },
    ],
    [
      5,
      async () => {
        const vatId = `IT${name.charCodeAt(0)}${String(++numbers).padStart(9, '0')}`
        const prospect = {
          ...{ name: `Prospect ${vatId}`, vatId, firstName: 'Paola', lastName: 'Neri' },
          ...{ street: 'Via Roma 1', city: 'Torino', postalCode: '10100', countryCode: 'IT' },
        }
        const items = [{ productId: edge, qt: 2 }]
        deals.push(await create('/deals', { parentAccountId: acme.accountId, items, prospect }))
      },
    ],
    [6, () => send('PUT', `/deals/${dice.one(deals)}`, { chanceOfClosure: dice.below(101) })],
    [
      6,
      () =>
        send('PUT', `/pricelists/${priceListId}/products`, { productId, customPrice: (100 + dice.below(900)) / 100 }),
    ],
    [
      5,
      async () => {
        const items = [{ productId: edge, qt: 1 }]
        const { serialKeys } = await send('POST', '/licenses', { items, parentAccountId: nordico.accountId })
        keys.push((serialKeys as string[])[0] as string)
      },
    ],
    [2, () => send('PUT', `/licenses/${dice.one(keys)}/note`, { licenseNote: next() })],
    [
      1,
      async () => {
        const serialKey = keys.length > 1 ? keys.pop() : undefined
        if (serialKey !== undefined) await send('POST', '/devices/activate', { serialKey, deviceUuid: next() })
      },
    ],
    [1, () => send('PUT', `/products/${productId}`, { ...draft, name: `Tool ${next()}`, status: 'Active' })],
  ]
  for (const [, way] of ways) {
    await way()
    changed()
  }
  const all = ways.flatMap(([share, way]) => Array.from({ length: share }, () => way))
  return {
    async trade() {
      await dice.one(all)()
      changed()
    },
    /** Everything that it created and did not delete. */
    made: () => ({ order: orders, account: accounts, deal: deals }),
  }
}
