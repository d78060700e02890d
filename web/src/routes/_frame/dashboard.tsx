import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { meQuery } from '../../app/me.ts'
import { offersOf } from '../../app/own-accounts/accounts.ts'
import { FiguresBelow } from '../../features/dashboard/FiguresBelow.tsx'
import { DeskPage, loadOffers } from '../../features/today/DeskPage.tsx'
import { useDesk } from './-useDesk.tsx'

export const Route = createFileRoute('/_frame/dashboard')({
  validateSearch: listSearch,
  loader: async ({ context }) => {
    const texts = loadTexts('today', 'deals', 'orders')
    const me = await context.queryClient.ensureQueryData(meQuery)
    // What waits above the desk is there before the desk stands.
    if (offersOf(me).length > 0) await Promise.all([loadTexts('ownAccounts'), loadOffers()])
    await texts
  },
  component: Dashboard,
})

function Dashboard() {
  const { dialogs, ...desk } = useDesk()
  const { t } = useTranslation('today')
  const { steps } = Route.useSearch()
  return (
    <DeskPage desk={desk} tab={t('dashboard')} steps={steps !== undefined}>
      <FiguresBelow />
      {dialogs}
    </DeskPage>
  )
}
