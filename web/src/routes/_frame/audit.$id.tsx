import { createFileRoute } from '@tanstack/react-router'
import { auditTexts } from '../../app/audit/useAuditWords.ts'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { AuditEventPage, auditEventQuery } from '../../features/audit/AuditEventPage.tsx'

export const Route = createFileRoute('/_frame/audit/$id')({
  beforeLoad: ({ context }) => mustHold(context, 'Audit', 'r', '/dashboard'),
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(auditEventQuery(params.id))
    return loadTexts(...auditTexts)
  },
  component: AuditEventPage,
})
