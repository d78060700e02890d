import { Button } from '@mantine/core'
import type { Deal } from '@trellis/contract/deal-answers'
import type { ProtectionStatus } from '@trellis/contract/deal-states'
import { requiredText, text } from '@trellis/contract/values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { isProblem } from '../../app/problem.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { Compared, type Duplicates } from './Compared.tsx'

export interface Comparing {
  deal: Deal
  found: Duplicates
}

interface CompareDialogProps {
  comparing: Comparing | null
  onClose: () => void
  onDecide: (deal: Deal, status: ProtectionStatus, reason: string | null) => Promise<unknown>
}

/** Before a deal with possible duplicates is protected: shows them beside it and asks what to do (rules J9). */
export default function CompareDialog({ comparing, ...rest }: CompareDialogProps) {
  const { t } = useTranslation('deals')
  return (
    <Dialog opened={comparing !== null} onClose={rest.onClose} title={t('compare.dialog')} size="lg">
      {comparing && <Answer comparing={comparing} {...rest} />}
    </Dialog>
  )
}

function Answer({ comparing, onClose, onDecide }: CompareDialogProps & { comparing: Comparing }) {
  const { t } = useTranslation(['deals', 'errors'])
  const { deal, found } = comparing
  /** A rival that is not shown was found to be protected when deciding. */
  const [refused, setRefused] = useState(false)
  const rival = found.items.find(({ deal: other }) => other.protectionStatus === 'Approved')?.deal
  const mustSayWhy = rival !== undefined || refused
  const Values = z.object({ reason: mustSayWhy ? requiredText(2000) : text(2000) })
  const form = useZodForm(Values as z.ZodMiniType<{ reason: string }, { reason: string }>, { reason: '' })
  const decide = async (status: ProtectionStatus) => {
    try {
      await onDecide(deal, status, form.getValues('reason').trim() || null)
      onClose()
    } catch (error) {
      if (isProblem(error, 'DL509')) setRefused(true)
      throw error
    }
  }
  return (
    <Form form={form} guard={false} label={t('deals:compare.dialog')} onSubmit={() => decide('Approved')}>
      <Stack>
        {mustSayWhy ? (
          <Notice>
            {rival
              ? t('deals:compare.protected', { code: rival.code, vendor: rival.vendor.accountName })
              : t('errors:DL509')}
          </Notice>
        ) : (
          <Text kind="quiet">{t('deals:compare.text')}</Text>
        )}
        <Compared deal={deal} found={found} />
        <TextAreaField
          {...inputsOf(form)('reason')}
          label={t('deals:reason')}
          description={mustSayWhy ? t('deals:compare.reasonText') : undefined}
          required={mustSayWhy}
          maximum={2000}
        />
        <FormActions submit={t('deals:compare.approve')} onCancel={onClose}>
          <Button variant="default" onClick={() => void decide('Duplicated').catch(() => undefined)}>
            {t('deals:compare.duplicate')}
          </Button>
        </FormActions>
      </Stack>
    </Form>
  )
}
