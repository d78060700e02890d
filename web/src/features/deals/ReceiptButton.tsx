import type { Deal } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { useTranslation } from 'react-i18next'
import { fileOf } from '../../app/calls.ts'
import { PdfButton } from '../../app/PdfButton.tsx'

/** Downloads the signed receipt of a registration as a page (rules J20). */
export function ReceiptButton({ deal: { dealId, code } }: { deal: Deal }) {
  const { t } = useTranslation('deals')
  return (
    <PdfButton
      label={t('receipt.of', { code })}
      load={async (language) => ({
        fileName: `${code}-${t('receipt.file')}.pdf`,
        file: await fileOf(deals.receipt, { params: { id: dealId }, query: { format: 'pdf', ...language } }),
      })}
      failure={(why) => t('receipt.failed', { why })}
    >
      {t('receipt.open')}
    </PdfButton>
  )
}
