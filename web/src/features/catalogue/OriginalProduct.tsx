import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../app/problem.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Line } from '../../ui/Skeletons.tsx'
import { productQuery } from './queries.ts'

/** Shows a product by its id; without a name when the reader cannot buy it. */
export function OriginalProduct({ id }: { id: string }) {
  const { t } = useTranslation('products')
  const { data, error } = useQuery(productQuery(id))
  if (data === undefined) {
    return error === null ? <Line width="60%" /> : t(isProblem(error, 'RQ404') ? 'notVisible' : 'productsFetchError')
  }
  return (
    <EntityLink href={`/products/${id}`} hint={data.sku}>
      {data.name}
    </EntityLink>
  )
}
