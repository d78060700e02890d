import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Lines } from '../../ui/Skeletons.tsx'

interface FetchedProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  lines: number
  children: (data: Data) => ReactNode
}

/** What a call answers; its outline until then; what went wrong, in one line, which leaves the decision as it is. */
export function Fetched<Data>({ query, lines, children }: FetchedProps<Data>) {
  const { t } = useTranslation('today')
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return <Lines count={lines} />
  return <ErrorBlock error={query.error} title={t('missing')} retry={() => void query.refetch()} shape="line" />
}
