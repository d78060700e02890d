import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../ui/Page.tsx'
import { ScreenError } from './ScreenError.tsx'

/** Error boundary of a screen that failed to load or render; the frame around it stays usable. */
export function UnexpectedError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title={t('failed.title')}>
      <ScreenError error={error} retry={retry} />
    </Page>
  )
}
