import { Money, requiredText, text } from '@trellis/contract/values'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { MoneyField } from '../../ui/MoneyField.tsx'
import { roundTo } from '../../ui/numbers.ts'
import { TextAreaField } from '../../ui/TextAreaField.tsx'

/** A decision or a request with a reason, and with an amount where it has one. */
export interface Asked {
  title: string
  text?: ReactNode
  confirm: string
  destructive?: boolean
  /** The reason is required; it is optional otherwise. */
  mustSayWhy?: boolean
  amount?: { label: string; description?: string; value: number | null; currency: string; below: number }
  onSave: (given: { reason: string | null; value: number | null }) => Promise<unknown>
}

export default function ReasonDialog({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  return (
    <Dialog opened={asked !== null} onClose={onClose} title={asked?.title ?? ''} size="sm">
      {asked && <Answer asked={asked} onClose={onClose} />}
    </Dialog>
  )
}

function Answer({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useTranslation('deals')
  const { amount, mustSayWhy = false } = asked
  const Values = z.object({
    value: amount === undefined ? z.nullable(z.number()) : priceBelow(amount.below),
    reason: mustSayWhy ? requiredText(2000) : text(2000),
  })
  const form = useZodForm(Values as z.ZodMiniType<Given, Given>, { value: amount?.value ?? null, reason: '' })
  const input = inputsOf(form)
  return (
    <Form
      form={form}
      guard={false}
      label={asked.title}
      onSubmit={async ({ value, reason }) => {
        await asked.onSave({ value: amount === undefined ? null : value, reason: reason.trim() || null })
        onClose()
      }}
    >
      <Stack>
        {asked.text && (
          <Text as="div" kind="quiet">
            {asked.text}
          </Text>
        )}
        {amount && (
          <MoneyField
            {...input('value')}
            label={amount.label}
            description={amount.description}
            currency={amount.currency}
            required
          />
        )}
        <TextAreaField
          {...input('reason')}
          label={t('reason')}
          required={mustSayWhy}
          maximum={2000}
          autoFocus={!amount}
        />
        <FormActions submit={asked.confirm} color={asked.destructive ? 'danger' : 'brand'} onCancel={onClose} />
      </Stack>
    </Form>
  )
}

/** What is typed is never changed to what would be possible: it would be asked for in its place. */
const priceBelow = (total: number) => Money.check(z.minimum(0.01), z.maximum(roundTo(total - 0.01, 4)))

interface Given {
  value: number | null
  reason: string
}
