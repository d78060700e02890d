import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { ChainPage, chainQuery } from '../../features/audit/ChainPage.tsx'

export const Route = createFileRoute('/_frame/audit/chain')({
  beforeLoad: ({ context }) => mustHold(context, 'Audit', 'ra', '/dashboard'),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(chainQuery)
    return loadTexts('auditChain', 'audit')
  },
  component: ChainPage,
})
