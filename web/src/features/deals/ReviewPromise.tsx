import { useQuery } from '@tanstack/react-query'
import { DealSettings } from '@trellis/contract/deal-changes'
import { maximumReviewDays } from '@trellis/contract/deal-states'
import { deals } from '@trellis/contract/deals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import styles from './deals.module.css'

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
        <ActionButton variant="subtle" size="compact-sm" px={6} onClick={() => setOpened(true)}>
          {t('promise.change')}
        </ActionButton>
      )}
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('promise.title')} size="sm">
        <Days reviewDays={data.reviewDays} onClose={() => setOpened(false)} />
      </Dialog>
    </Row>
  )
}

function Days({ reviewDays, onClose }: { reviewDays: number; onClose: () => void }) {
  const { t } = useTranslation('deals')
  const form = useZodForm(DealSettings, { reviewDays })
  const change = useWrite(deals.changeSettings, { invalidates: ['/deals'], success: 'deals:toast.promiseChanged' })
  return (
    <Form
      form={form}
      guard={false}
      label={t('promise.title')}
      onSubmit={async (body) => {
        await change.mutateAsync({ body })
        onClose()
      }}
    >
      <Stack>
        <NumberField
          {...inputsOf(form)('reviewDays')}
          label={t('promise.days')}
          description={t('promise.daysText')}
          minimum={1}
          maximum={maximumReviewDays}
          required
          autoFocus
        />
        <FormActions submit={t('promise.save')} onCancel={onClose} />
      </Stack>
    </Form>
  )
}
