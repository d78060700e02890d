import { useQueryClient } from '@tanstack/react-query'
import type { AccountNode } from '@trellis/contract/accounts'
import { stock } from '@trellis/contract/stock'
import { FirstStep } from '../../app/first-steps/FirstStep.tsx'
import { queryOf } from '../../app/queries.ts'
import { emptyDraft } from './draft.ts'
import type { Offer } from './offers.ts'
import type { OrderWriting } from './useOrderWriting.ts'

/** Pieces of the example. */
const quantity = 5
/** Buyers that are asked for what they can buy. */
const mostAsked = 10

/** As one of the first steps, a sale offers an example: the first partner that can buy something buys it. */
export function SaleExample({ writing, root }: { writing: OrderWriting; root: AccountNode | undefined }) {
  const client = useQueryClient()
  async function fill() {
    for (const { id } of root?.children.slice(0, mostAsked) ?? []) {
      const [row] = await client.fetchQuery(queryOf(stock.available, { query: { buyerAccountId: id } }))
      if (row === undefined) continue
      const { productId, productName: name, sku, price } = row
      return writing.startOver({ ...emptyDraft, buyerId: id, lines: [{ productId, name, sku, price, quantity }] })
    }
  }
  const isPossible = root !== undefined && root.children.length > 0
  return <FirstStep step="order" onExample={isPossible ? () => void fill() : undefined} />
}

/** The same of a purchase: the first product that the account can buy. */
export function PurchaseExample({ writing, offers }: { writing: OrderWriting; offers: readonly Offer[] | undefined }) {
  const [offer] = offers ?? []
  const fill = ({ productId, name, sku, price }: Offer) =>
    writing.startOver({ ...emptyDraft, lines: [{ productId, name, sku, price, quantity }] })
  return <FirstStep step="order" onExample={offer && (() => fill(offer))} />
}
