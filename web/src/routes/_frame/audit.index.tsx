import { createFileRoute } from '@tanstack/react-router'
import { auditTexts } from '../../app/audit/useAuditWords.ts'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { AuditPage } from '../../features/audit/AuditPage.tsx'
import { auditEvents } from '../../features/audit/lists.ts'

export const Route = createFileRoute('/_frame/audit/')({
  validateSearch: listSearch,
  beforeLoad: ({ context }) => mustHold(context, 'Audit', 'r', '/dashboard'),
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, auditEvents, location)
    return loadTexts(...auditTexts)
  },
  component: AuditPage,
})
