import { IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../ui/Empty.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Page } from '../ui/Page.tsx'
import type { Area } from './router.ts'

/** Placeholder for a screen that a later version will have. */
export function NotYet({ area }: { area: Area }) {
  const { t } = useTranslation()
  return (
    <Page title={t(`areas.${area}`)}>
      <Empty
        title={t('notYet.title')}
        icon={IconHourglass}
        action={
          <LinkButton href="/dashboard" variant="default">
            {t('notYet.back')}
          </LinkButton>
        }
      >
        {t('notYet.text', { area: t(`areas.${area}`) })}
      </Empty>
    </Page>
  )
}
