import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'

export const Route = createFileRoute('/_frame/products/create')({
  beforeLoad: ({ context }) => mustHold(context, 'Products', 'c', '/products'),
  staticData: { later: 'products' },
})
