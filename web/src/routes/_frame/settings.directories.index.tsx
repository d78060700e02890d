import { createFileRoute } from '@tanstack/react-router'
import { directories } from '@trellis/contract/directories'
import { mustAdminister } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { queryOf } from '../../app/queries.ts'
import { DirectoriesPage } from '../../features/settings/DirectoriesPage.tsx'

export const Route = createFileRoute('/_frame/settings/directories/')({
  beforeLoad: ({ context }) => mustAdminister(context),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(queryOf(directories.list))
    return loadTexts('settings', 'directories')
  },
  component: DirectoriesPage,
})
