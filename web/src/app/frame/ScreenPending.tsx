import { useRouterState } from '@tanstack/react-router'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'

/** The outline of the next screen, while its code or texts are still on the way. */
export function ScreenPending() {
  // The tabs of an account are drawn below its header, which stays.
  const isTab = useRouterState({ select: ({ matches }) => matches.some(({ routeId }) => routeId.endsWith('/_tabs')) })
  const body = (
    <Panel>
      <Lines count={8} />
    </Panel>
  )
  return isTab ? (
    body
  ) : (
    <Page title="" loading>
      {body}
    </Page>
  )
}
