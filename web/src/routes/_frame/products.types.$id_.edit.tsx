import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'

export const Route = createFileRoute('/_frame/products/types/$id_/edit')({
  beforeLoad: ({ context }) => mustHold(context, 'ProductTypes', 'u', '/products'),
  staticData: { later: 'products' },
})
