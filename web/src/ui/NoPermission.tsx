import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from './Empty.tsx'

/** Placeholder for content that the reader has no permission to see. */
export function NoPermission({ children, action }: { children?: ReactNode; action?: ReactNode }) {
  const { t } = useTranslation('ui')
  return (
    <Empty title={t('noPermission.title')} icon={IconLock} action={action}>
      {children ?? t('noPermission.text')}
    </Empty>
  )
}
