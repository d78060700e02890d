import type { Deal } from '@trellis/contract/deal-answers'
import type { ProtectionStatus } from '@trellis/contract/deal-states'
import { requiredText, text } from '@trellis/contract/values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { isProblem } from '../../app/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { Compared, type Duplicates } from './Compared.tsx'
import type { Obstacle } from './obstacle.ts'

export interface Comparing {
  deal: Deal
  found: Duplicates
  /** What makes a reason necessary; null: nothing. */
  obstacle: Obstacle | null
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
  const { t } = useTranslation('deals')
  const { deal, found } = comparing
  /** Another registration came in the way meanwhile. */
  const [met, setMet] = useState<Obstacle | null>(null)
  const obstacle = met ?? comparing.obstacle
  const mustSayWhy = obstacle !== null
  const Values = z.object({ reason: mustSayWhy ? requiredText(2000) : text(2000) })
  const form = useZodForm(Values as z.ZodMiniType<{ reason: string }, { reason: string }>, { reason: '' })
  const decide = async (status: ProtectionStatus) => {
    try {
      await onDecide(deal, status, form.getValues('reason').trim() || null)
      onClose()
    } catch (error) {
      if (isProblem(error, 'DL509')) setMet((error.info as { kind?: Obstacle } | null)?.kind ?? 'protected')
      throw error
    }
  }
  return (
    <Form form={form} guard={false} label={t('compare.dialog')} onSubmit={() => decide('Approved')}>
      <Stack>
        {mustSayWhy ? <Notice>{t(`compare.${obstacle}`)}</Notice> : <Text kind="quiet">{t('compare.text')}</Text>}
        <Compared deal={deal} found={found} />
        <TextAreaField
          {...inputsOf(form)('reason')}
          label={t('reason')}
          description={mustSayWhy ? t('compare.reasonText') : undefined}
          required={mustSayWhy}
          maximum={2000}
        />
        <FormActions submit={t('compare.approve')} onCancel={onClose}>
          <Button variant="default" onClick={() => void decide('Duplicated').catch(() => undefined)}>
            {t('compare.duplicate')}
          </Button>
        </FormActions>
      </Stack>
    </Form>
  )
}
