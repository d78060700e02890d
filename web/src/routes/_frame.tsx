import { createFileRoute } from '@tanstack/react-router'
import { Frame, FrameFailed, FramePending } from '../app/frame/Frame.tsx'
import { greet, loadTexts } from '../app/i18n.ts'
import { meQuery } from '../app/me.ts'
import { fetchTenant } from '../app/tenant.ts'

/** The layout of all signed-in screens. The user and the screen's own rows are loaded in parallel. */
export const Route = createFileRoute('/_frame')({
  loader: async ({ context }) => {
    const [me] = await Promise.all([
      context.queryClient.ensureQueryData(meQuery),
      fetchTenant(),
      loadTexts('ui', 'errors'),
    ])
    await greet(me)
  },
  component: Frame,
  pendingComponent: FramePending,
  errorComponent: FrameFailed,
})
