import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/products/$id')({ staticData: { later: 'products' } })
