import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { FeaturesPage } from '../../features/catalogue/FeaturesPage.tsx'
import { featureList } from '../../features/catalogue/lists.ts'

export const Route = createFileRoute('/_frame/products/features')({
  validateSearch: listSearch,
  beforeLoad: ({ context }) => mustHold(context, 'ProductTypes', 'r', '/products'),
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, featureList, location)
    return loadTexts('productTypes')
  },
  component: FeaturesPage,
})
