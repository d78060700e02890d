import { type Order, orders } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { fileOf } from '../../app/calls.ts'
import { PdfButton } from '../../app/PdfButton.tsx'

/** Downloads the order as a PDF. */
export function OrderPdf({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  return (
    <PdfButton
      label={t('detail.pdfOf', { code: order.orderCode })}
      load={async (language) => ({
        fileName: `${order.orderCode}.pdf`,
        file: await fileOf(orders.pdf, { params: { id: order.orderId }, query: language }),
      })}
      failure={(why) => t('detail.pdfFailed', { why })}
    />
  )
}
