import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { DefinitionsPage } from '../../features/certifications/DefinitionsPage.tsx'
import { certificateList } from '../../features/certifications/lists.ts'

export const Route = createFileRoute('/_frame/certifications')({
  validateSearch: listSearch,
  beforeLoad: ({ context }) => mustHold(context, 'Certifications', 'r', '/dashboard'),
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, certificateList, location)
    return loadTexts('certifications')
  },
  component: DefinitionsPage,
})
