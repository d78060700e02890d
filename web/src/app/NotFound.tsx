import { IconMapQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../ui/Empty.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'

/**
 * For an entity that does not exist or is out of reach: the server does not tell the two apart, so the screen
 * does not either.
 */
export function NotFound({ back }: { back?: { href: string; label: string } }) {
  const { t } = useTranslation()
  return (
    <Empty
      title={t('notFound.title')}
      icon={IconMapQuestion}
      action={
        <LinkButton href={back?.href ?? '/dashboard'} variant="default">
          {back?.label ?? t('notFound.back')}
        </LinkButton>
      }
    >
      {t('notFound.text')}
    </Empty>
  )
}
