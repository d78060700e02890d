import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { EditTypePage } from '../../features/catalogue/EditTypePage.tsx'

export const Route = createFileRoute('/_frame/products/types/$id_/edit')({
  beforeLoad: ({ context }) => mustHold(context, 'ProductTypes', 'u', '/products'),
  loader: () => loadTexts('productTypes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <EditTypePage key={id} id={id} />
}
