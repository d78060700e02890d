import { IconFileTypePdf } from '@tabler/icons-react'
import { type Order, orders } from '@trellis/contract/orders'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileOf } from '../../app/calls.ts'
import { languageOf } from '../../app/i18n.ts'
import { isProblem } from '../../app/problem.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { download } from '../../ui/download.ts'
import { toast } from '../../ui/toast.tsx'

/** Downloads the order as a PDF, in the language of the screen. */
export function PdfButton({ order }: { order: Order }) {
  const { t, i18n } = useTranslation(['orders', 'errors'])
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const languageCode = languageOf(i18n.resolvedLanguage)
      const request = { params: { id: order.orderId }, query: languageCode === null ? {} : { languageCode } }
      download(`${order.orderCode}.pdf`, await fileOf(orders.pdf, request))
    } catch (error) {
      toast.error(t('orders:detail.pdfFailed', { why: t(`errors:${isProblem(error) ? error.code : 'RQ500'}`) }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <ActionButton
      variant="default"
      loading={busy}
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      label={t('orders:detail.pdfOf', { code: order.orderCode })}
      onClick={() => void save()}
    >
      PDF
    </ActionButton>
  )
}
