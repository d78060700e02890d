import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'

export const Route = createFileRoute('/_frame/products/$id_/edit')({
  beforeLoad: ({ context }) => mustHold(context, 'Products', 'u', '/products'),
  staticData: { later: 'products' },
})
