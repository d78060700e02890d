import type { Deal } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { ItemInputs } from './ItemFields.tsx'
import { companyOf, ItemValues, itemsOf, ProspectValues, prospectOf } from './newDeal.ts'
import { ProspectInputs } from './ProspectFields.tsx'
import { useDealProducts } from './useDealProducts.ts'

export type Corrected = 'prospect' | 'items'

interface CorrectDialogProps {
  deal: Deal
  what: Corrected
  onClose: () => void
  onChanged: (deal: Deal) => void
}

/** Corrects the company or the products of a deal until its protection is decided (rules J18). */
export default function CorrectDialog({ what, ...props }: CorrectDialogProps) {
  const { t } = useTranslation('deals')
  return (
    <Dialog opened onClose={props.onClose} title={t(`correct.${what}.title`, { code: props.deal.code })} size="lg">
      {what === 'prospect' ? <Company {...props} /> : <Items {...props} />}
    </Dialog>
  )
}

const words = {
  invalidates: ['/deals'],
  success: 'deals:toast.updated',
  failure: 'deals:toast.updateError',
} as const

const CompanyValues = z.object({ prospect: ProspectValues })

function Company({ deal, onClose, onChanged }: Omit<CorrectDialogProps, 'what'>) {
  const { t } = useTranslation('deals')
  const { prospect } = deal
  const form = useZodForm(CompanyValues, { prospect: prospectOf(prospect) })
  const save = useWrite(deals.correctProspect, { ...words, onSuccess: onChanged })
  return (
    <Form
      form={form}
      guard={false}
      label={t('prospect')}
      onSubmit={async (values) => {
        // What the form does not show stays.
        const { legalName, locality, coordinates } = prospect
        const body = { ...companyOf(values.prospect), legalName, locality, coordinates }
        await save.mutateAsync({ params: { id: deal.dealId }, body })
        onClose()
      }}
    >
      <Stack>
        <Text kind="quiet">{t('correct.prospect.text')}</Text>
        <ProspectInputs />
        <FormActions submit={t('correct.save')} onCancel={onClose} />
      </Stack>
    </Form>
  )
}

const ItemsValues = z.object({ items: ItemValues })

function Items({ deal, onClose, onChanged }: Omit<CorrectDialogProps, 'what'>) {
  const { t } = useTranslation('deals')
  const form = useZodForm(ItemsValues, { items: itemsOf(deal) })
  const offered = useDealProducts(deal.vendor.accountId)
  const save = useWrite(deals.correctItems, { ...words, onSuccess: onChanged })
  return (
    <Form
      form={form}
      guard={false}
      label={t('items')}
      onSubmit={async (values) => {
        const items = values.items.map(({ productId, qt }) => ({ productId, qt }))
        await save.mutateAsync({ params: { id: deal.dealId }, body: { items } })
        onClose()
      }}
    >
      <Stack>
        <Text kind="quiet">{t(deal.eBidValue > 0 ? 'correct.items.lapses' : 'correct.items.text')}</Text>
        <ItemInputs offered={offered} currency={offered.currency} />
        <FormActions
          submit={t('correct.save')}
          onCancel={onClose}
          disabled={offered.offers === undefined || form.watch('items').length === 0}
        />
      </Stack>
    </Form>
  )
}
