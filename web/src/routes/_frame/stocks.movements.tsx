import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { LedgerPage } from '../../features/stock/LedgerPage.tsx'

export const Route = createFileRoute('/_frame/stocks/movements')({
  validateSearch: listSearch,
  loader: () => loadTexts('stock'),
  component: LedgerPage,
})
