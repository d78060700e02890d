import { createFileRoute } from '@tanstack/react-router'
import { sandbox } from '@trellis/contract/sandbox'
import { inSandbox, mustAdminister } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { queryOf } from '../../app/queries.ts'
import { ClockPage } from '../../features/settings/ClockPage.tsx'

export const Route = createFileRoute('/_frame/settings/clock')({
  beforeLoad: async ({ context }) => {
    await mustAdminister(context)
    await inSandbox()
  },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(queryOf(sandbox.clock))
    return loadTexts('settings')
  },
  component: ClockPage,
})
