import { type StockRow, stock } from '@trellis/contract/stock'
import { maximumQuantity } from '@trellis/contract/values'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useAccountHref } from '../../app/network.ts'
import { useProductHref } from '../../app/productHref.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { Text } from '../../ui/layout.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

interface ThresholdDialogProps {
  /** The product and account whose warning threshold is edited; null when closed. */
  row: StockRow | null
  onClose: () => void
}

/** Sets or removes the warning threshold of a product (rules S6). */
export default function ThresholdDialog({ row, onClose }: ThresholdDialogProps) {
  const { t } = useTranslation('stock')
  return (
    <Dialog opened={row !== null} onClose={onClose} title={row ? t('thresholdOf', { sku: row.sku }) : ''} size="sm">
      {row && <ThresholdForm row={row} onClose={onClose} />}
    </Dialog>
  )
}

const Threshold = z.object({ threshold: z.nullable(z.int().check(z.minimum(1), z.maximum(maximumQuantity))) })

function ThresholdForm({ row, onClose }: { row: StockRow; onClose: () => void }) {
  const { t } = useTranslation(['stock', 'ui'])
  const productHrefOf = useProductHref()
  const accountHrefOf = useAccountHref()
  const form = useZodForm(Threshold, { threshold: row.threshold })
  const write = useWrite(stock.setThreshold, {
    invalidates: ['/orders'],
    success: 'stock:thresholdSaved',
    failure: 'stock:thresholdError',
  })
  return (
    <Form
      form={form}
      guard={false}
      label={t('stock:thresholdOf', { sku: row.sku })}
      onSubmit={async ({ threshold }) => {
        await write.mutateAsync({ params: { accountId: row.accountId }, body: { productId: row.productId, threshold } })
        onClose()
      }}
    >
      <Text as="p" kind="quiet">
        <LinkedText
          names={{
            product: { name: row.productName, href: productHrefOf(row.productId) },
            account: { name: row.accountName, href: accountHrefOf(row.accountId) },
          }}
        >
          {({ product, account }) => `${product} · ${account}`}
        </LinkedText>
      </Text>
      <NumberField
        control={form.control}
        name="threshold"
        label={t('stock:threshold')}
        description={t('stock:thresholdText')}
        minimum={1}
        maximum={maximumQuantity}
        autoFocus
      />
      <FormActions submit={t('stock:save')} onCancel={onClose} />
    </Form>
  )
}
