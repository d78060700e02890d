import { describe, expect, it } from 'vitest'
import { withLine, withProducts } from '../../app/lines/lines.ts'
import { missingOf, purchaseHref } from '../../app/purchase.ts'
import { emptyDraft, faultsOf, faultsOfIssues, forBuyer, isWorthKeeping, withBuyer, withPrices } from './draft.ts'

const product = (productId: string, price: number) => ({
  productId,
  name: `The ${productId}`,
  sku: productId.toUpperCase(),
  price,
})
const edge = product('edge', 100)
const core = product('core', 250.5)
const sale = {
  ...withBuyer(emptyDraft, 'acme'),
  lines: withProducts([], [{ offer: edge, quantity: 5 }]),
}
const both = { ...sale, lines: withProducts(sale.lines, [{ offer: core, quantity: 1 }]) }

describe('an order being written', () => {
  it('removes its lines only when another buyer is chosen', () => {
    expect(withBuyer(sale, 'bergen').lines).toEqual([])
    expect(withBuyer(sale, 'acme')).toBe(sale)
  })

  it('goes on for a buyer that was created meanwhile: products at their prices, without what they are not offered', () => {
    const offers = [{ ...edge, price: 90, currencyId: 1, pieces: 9, vendorAccountId: null }]
    const lines = both.lines.map((line) => ({ ...line, quantity: null }))
    expect(forBuyer('bergen', { ...both, lines, addressId: 'a', orderNote: 'By Friday' }, offers)).toMatchObject({
      ...{ buyerId: 'bergen', addressId: null, orderNote: 'By Friday' },
      lines: [{ productId: 'edge', quantity: 1, price: 90 }],
    })
    expect(forBuyer('bergen', both, offers).lines).toMatchObject([{ productId: 'edge', quantity: 5 }])
  })

  it('keeps the typed values when prices are updated', () => {
    const noted = { ...both, orderNote: 'By Friday' }
    expect(withPrices(noted, new Map([['edge', 101]]))).toMatchObject({
      ...noted,
      lines: [
        { ...edge, quantity: 5, price: 101 },
        { ...core, quantity: 1 },
      ],
    })
  })

  it('asks before leaving only when something would be lost', () => {
    expect(isWorthKeeping(emptyDraft)).toBe(false)
    expect(isWorthKeeping(withBuyer(emptyDraft, 'acme'))).toBe(false)
    expect(isWorthKeeping(sale)).toBe(true)
    expect(isWorthKeeping({ ...sale, lines: [] })).toBe(false)
    expect(isWorthKeeping({ ...emptyDraft, orderRefCode: 'PO-7' })).toBe(true)
  })

  it('reports invalid fields with the same paths as the server', () => {
    const wrong = withLine(both.lines, 'edge', { quantity: null, price: 0.00001 })
    expect(faultsOf({ ...both, lines: wrong, buyerId: null }, true)).toEqual({
      buyerAccountId: 'required',
      'items.0.quantity': 'required',
      'items.0.price': 'decimals',
    })
    expect(faultsOf(sale, true)).toEqual({})
  })

  it('shows the server’s issues at their fields', () => {
    expect(
      faultsOfIssues([
        { path: 'items.1.productId', code: 'not_on_price_list' },
        { path: ['items', 0, 'price'], code: 'something new' },
      ]),
    ).toEqual({ 'items.1.productId': 'notSold', 'items.0.price': 'refused' })
  })

  it('passes missing quantities to the purchase form through the URL', () => {
    const missing = [
      { productId: '0190a1b2-0000-7000-8000-000000000001', quantity: 3 },
      { productId: '0190a1b2-0000-7000-8000-000000000002', quantity: 12 },
    ]
    const search = new URL(purchaseHref(missing, { derivedOrderId: 'o-1' }), 'http://x').searchParams
    expect(missingOf(search.getAll('item'))).toEqual(missing)
    expect(search.get('order')).toBe('o-1')
    expect(search.has('account')).toBe(false)
    expect(missingOf(['nonsense', 'a:0', 'b:1.5', 'c:-2', ':4'])).toEqual([])
    expect(missingOf(undefined)).toEqual([])
  })
})
