import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { EditProductPage } from '../../features/catalogue/EditProductPage.tsx'

export const Route = createFileRoute('/_frame/products/$id_/edit')({
  beforeLoad: ({ context }) => mustHold(context, 'Products', 'u', '/products'),
  loader: () => loadTexts('products', 'productForm'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <EditProductPage key={id} id={id} />
}
