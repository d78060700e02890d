import { createFileRoute } from '@tanstack/react-router'
import { inSandbox, mustAdminister } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { ClockPage } from '../../features/settings/ClockPage.tsx'

export const Route = createFileRoute('/_frame/settings/clock')({
  beforeLoad: async ({ context }) => {
    await mustAdminister(context)
    await inSandbox()
  },
  // Fetches nothing ahead: these calls would be in what every screen loads first.
  loader: () => loadTexts('settings'),
  component: ClockPage,
})
