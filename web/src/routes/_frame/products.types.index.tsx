import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'

export const Route = createFileRoute('/_frame/products/types/')({
  beforeLoad: ({ context }) => mustHold(context, 'ProductTypes', 'r', '/products'),
  staticData: { later: 'products' },
})
