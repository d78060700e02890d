import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/pricelists/')({ staticData: { later: 'pricelists' } })
