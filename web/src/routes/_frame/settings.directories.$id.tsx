import { createFileRoute } from '@tanstack/react-router'
import { directories } from '@trellis/contract/directories'
import { mustAdminister } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { queryOf } from '../../app/queries.ts'
import { DirectoryPage } from '../../features/settings/DirectoryPage.tsx'
import type { Tested } from '../../features/settings/DirectoryTest.tsx'

const returned = ['state', 'code', 'iss', 'error'] as const

export const Route = createFileRoute('/_frame/settings/directories/$id')({
  // A test comes back here with what the directory said.
  validateSearch: (search: Record<string, unknown>): Tested =>
    Object.fromEntries(returned.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])]]))),
  beforeLoad: ({ context }) => mustAdminister(context),
  loader: ({ context, params: { id } }) => {
    void context.queryClient.prefetchQuery(queryOf(directories.read, { params: { connectionId: id } }))
    return loadTexts('settings', 'directories', 'later')
  },
  component: Directory,
})

function Directory() {
  const { id } = Route.useParams()
  return <DirectoryPage key={id} connectionId={id} tested={Route.useSearch()} />
}
