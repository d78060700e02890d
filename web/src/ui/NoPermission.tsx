import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from './Empty.tsx'

/** Stands where something would be, had the reader the right to see it. */
export function NoPermission({ children, action }: { children?: ReactNode; action?: ReactNode }) {
  const { t } = useTranslation('ui')
  return (
    <Empty title={t('noPermission.title')} icon={IconLock} action={action}>
      {children ?? t('noPermission.text')}
    </Empty>
  )
}
