import { createFileRoute, redirect } from '@tanstack/react-router'
import { Frame, FrameFailed, FramePending, loadFactorNotice } from '../app/frame/Frame.tsx'
import { loadAccountMenu } from '../app/frame/TopBar.tsx'
import { greet, loadTexts } from '../app/i18n.ts'
import { meQuery, untilLeft } from '../app/me.ts'
import { closedEntry } from '../app/menu.ts'
import { othersToUse } from '../app/own-accounts/accounts.ts'
import { fetchTenant, rememberedTenant } from '../app/tenant.ts'
import { listsQuery } from '../app/useListViews.ts'
import { later } from '../ui/later.tsx'

/** The approval dialog of the feature `orders`, for orders that the palette finds. */
const ApproveDialog = later(async () => {
  const [dialog] = await Promise.all([
    import('../features/orders/ApproveManyDialog.tsx'),
    loadTexts('orders', 'orderParts'),
  ])
  return dialog
})

/** The layout of all signed-in screens. The user and the screen's own rows are loaded in parallel. */
export const Route = createFileRoute('/_frame')({
  // It is in the file of the frame, of which each screen needs all.
  codeSplitGroupings: [],
  beforeLoad: ({ location: { pathname } }) => {
    const tenant = rememberedTenant()
    const closed = tenant && closedEntry(pathname, tenant)
    if (closed) throw redirect({ to: '/dashboard', replace: true, state: { closed: closed.name } })
  },
  loader: async ({ context, location }) => {
    const [me] = await Promise.all([
      context.queryClient.ensureQueryData(meQuery).catch(untilLeft),
      fetchTenant(),
      // An error is ignored, because lists work without the reader's views.
      context.queryClient.ensureQueryData(listsQuery).catch(() => null),
      loadTexts('ui', 'errors'),
    ])
    const { isDue, dueDate } = me.secondFactor
    // Until then the frame says so; afterwards the server answers nothing else (rules P33).
    if (isDue) throw redirect({ to: '/second-factor', search: { redirect: location.href }, replace: true })
    if (othersToUse(me).length > 0) await Promise.all([loadTexts('ownAccounts'), loadAccountMenu()])
    if (dueDate !== null) await Promise.all([loadTexts('passkeys'), loadFactorNotice()])
    await greet(me)
  },
  component: () => <Frame approveDialog={ApproveDialog} />,
  pendingComponent: FramePending,
  errorComponent: FrameFailed,
})
