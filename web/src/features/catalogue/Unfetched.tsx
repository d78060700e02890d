import { ScreenError } from '../../app/ScreenError.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'

interface UnfetchedProps {
  query: { error: Error | null; refetch: () => unknown }
  /** What could not be loaded: "Error fetching products". */
  failed: string
  /** The link shown when the entity does not exist. */
  back: { href: string; label: string }
}

/** Placeholder for data that is not there: a skeleton while loading, then the error. */
export const Unfetched = ({ query: { error, refetch }, failed, back }: UnfetchedProps) => (
  <Panel>
    {error === null ? (
      <Lines count={14} />
    ) : (
      <ScreenError error={error} title={failed} retry={() => void refetch()} back={back} />
    )}
  </Panel>
)
