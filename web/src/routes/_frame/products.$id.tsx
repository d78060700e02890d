import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { ProductPage } from '../../features/catalogue/ProductPage.tsx'
import { productQuery } from '../../features/catalogue/queries.ts'
import { SetPrice } from '../../features/price-lists/SetPrice.tsx'

export const Route = createFileRoute('/_frame/products/$id')({
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(productQuery(params.id))
    return loadTexts('products', 'productForm', 'productTypes', 'priceLists', 'prices')
  },
  component: Detail,
})

function Detail() {
  const { id } = Route.useParams()
  return <ProductPage key={id} id={id} setPrice={(product) => <SetPrice product={product} />} />
}
