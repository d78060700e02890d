import { useQuery } from '@tanstack/react-query'
import { deals } from '@trellis/contract/deals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { later } from '../../ui/later.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import styles from './deals.module.css'

const ReviewDays = later(() => import('./ReviewDays.tsx'))

/** The days within which managers promise to decide. The vendor's super admins change them (rules J12). */
export function ReviewPromise() {
  const { t } = useTranslation('deals')
  const me = useMe()
  const [opened, setOpened] = useState(false)
  const { data } = useQuery(queryOf(deals.settings))
  if (data === undefined) return <Row className={styles.promise} />
  return (
    <Row gap="xs" className={styles.promise}>
      <Text kind="small">{t('promise.text', { count: data.reviewDays })}</Text>
      {me.isSuperAdmin && me.account.isRoot && (
        <ActionButton variant="subtle" size="compact-sm" style={{ paddingInline: 6 }} onClick={() => setOpened(true)}>
          {t('promise.change')}
        </ActionButton>
      )}
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('promise.title')} size="sm">
        <ReviewDays reviewDays={data.reviewDays} onClose={() => setOpened(false)} />
      </Dialog>
    </Row>
  )
}
