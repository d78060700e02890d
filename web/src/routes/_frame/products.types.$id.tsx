import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { productTypeQuery } from '../../features/catalogue/queries.ts'
import { TypePage } from '../../features/catalogue/TypePage.tsx'

export const Route = createFileRoute('/_frame/products/types/$id')({
  beforeLoad: ({ context }) => mustHold(context, 'ProductTypes', 'r', '/products'),
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(productTypeQuery(params.id))
    return loadTexts('productTypes')
  },
  component: Detail,
})

function Detail() {
  const { id } = Route.useParams()
  return <TypePage key={id} id={id} />
}
