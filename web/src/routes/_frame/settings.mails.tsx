import { createFileRoute } from '@tanstack/react-router'
import { sandbox } from '@trellis/contract/sandbox'
import { inSandbox, mustAdminister } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { queryOf } from '../../app/queries.ts'
import { MailsPage } from '../../features/settings/MailsPage.tsx'

export const Route = createFileRoute('/_frame/settings/mails')({
  beforeLoad: async ({ context }) => {
    await mustAdminister(context)
    await inSandbox()
  },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(queryOf(sandbox.mails, { query: {} }))
    return loadTexts('settings')
  },
  component: MailsPage,
})
