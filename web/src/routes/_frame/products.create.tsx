import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { CreateProductPage } from '../../features/catalogue/CreateProductPage.tsx'

export const Route = createFileRoute('/_frame/products/create')({
  validateSearch: ({ from, first }: Record<string, unknown>): { from?: string; first?: string } => ({
    ...(typeof from === 'string' && from !== '' && { from }),
    ...(first !== undefined && { first: '1' }),
  }),
  beforeLoad: ({ context }) => mustHold(context, 'Products', 'c', '/products'),
  loader: () => loadTexts('products', 'productForm'),
  component: Create,
})

function Create() {
  const { from } = Route.useSearch()
  return <CreateProductPage key={from} from={from} />
}
