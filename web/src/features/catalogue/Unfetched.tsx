import { ScreenError } from '../../app/ScreenError.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'

interface UnfetchedProps {
  query: { error: Error | null; refetch: () => unknown }
  /** What did not come: "Error fetching products". */
  failed: string
  /** Where somebody goes from a thing that is not there. */
  back: { href: string; label: string }
}

/** In place of what did not come yet: lines while it is on its way, then why it did not. */
export const Unfetched = ({ query: { error, refetch }, failed, back }: UnfetchedProps) => (
  <Panel>
    {error === null ? (
      <Lines count={14} />
    ) : (
      <ScreenError error={error} title={failed} retry={() => void refetch()} back={back} />
    )}
  </Panel>
)
