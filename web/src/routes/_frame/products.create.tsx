import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { CreateProductPage } from '../../features/catalogue/CreateProductPage.tsx'

export const Route = createFileRoute('/_frame/products/create')({
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === 'string' && from !== '' ? { from } : {},
  beforeLoad: ({ context }) => mustHold(context, 'Products', 'c', '/products'),
  loader: () => loadTexts('products'),
  component: Create,
})

function Create() {
  const { from } = Route.useSearch()
  return <CreateProductPage key={from} from={from} />
}
