import type { Column } from '../ui/columns.ts'
import { EntityLink } from '../ui/EntityLink.tsx'
import { Quantity } from '../ui/Quantity.tsx'
import { useCan } from './me.ts'

/** The fields that lines of orders and of deals share. */
interface Line {
  priceListId: string | null
  priceListName: string | null
  qt: number
}

/** Columns that the tables of an order's and of a deal's lines share. */
export function useLineColumns() {
  const mayReadLists = useCan('PriceLists', 'r')
  return {
    priceList: (header: string): Column<Line> => ({
      id: 'priceList',
      header,
      cell: ({ priceListId, priceListName }) => (
        <EntityLink href={mayReadLists && priceListId ? `/pricelists/${priceListId}` : null}>
          {priceListName}
        </EntityLink>
      ),
      text: ({ priceListName }) => priceListName ?? '',
    }),
    quantity: (header: string): Column<Line> => ({
      id: 'quantity',
      header,
      align: 'right',
      cell: ({ qt }) => <Quantity value={qt} />,
      text: ({ qt }) => String(qt),
    }),
  }
}
