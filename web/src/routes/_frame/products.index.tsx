import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { productList } from '../../features/catalogue/lists.ts'
import { ProductsPage } from '../../features/catalogue/ProductsPage.tsx'

export const Route = createFileRoute('/_frame/products/')({
  validateSearch: listSearch,
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, productList, location)
    return loadTexts('products')
  },
  component: ProductsPage,
})
