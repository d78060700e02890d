import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { productTypeList } from '../../features/catalogue/lists.ts'
import { TypesPage } from '../../features/catalogue/TypesPage.tsx'

export const Route = createFileRoute('/_frame/products/types/')({
  validateSearch: listSearch,
  beforeLoad: ({ context }) => mustHold(context, 'ProductTypes', 'r', '/products'),
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, productTypeList, location)
    return loadTexts('productTypes')
  },
  component: TypesPage,
})
