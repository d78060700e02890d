import { useTranslation } from 'react-i18next'
import { ErrorBlock } from '../ui/ErrorBlock.tsx'
import { NoPermission } from '../ui/NoPermission.tsx'
import { NotFound } from './NotFound.tsx'
import { isProblem } from './problem.ts'

interface ScreenErrorProps {
  error: unknown
  /** What did not come, for what is worth another try: "Error fetching account". */
  title?: string
  retry?: () => void
  /** Where somebody goes from a thing that is not there: its list. */
  back?: { href: string; label: string }
}

/** In place of a screen or block whose data did not come: not there, not permitted, or failed and worth another try. */
export function ScreenError({ error, title, retry, back }: ScreenErrorProps) {
  const { t } = useTranslation()
  if (isProblem(error, 'RQ404')) return back === undefined ? <NotFound /> : <NotFound back={back} />
  if (isProblem(error, 'RQ403')) return <NoPermission>{t('noPermission.text')}</NoPermission>
  return <ErrorBlock error={error} title={title} retry={retry} />
}
