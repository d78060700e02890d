import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { CreatePriceListPage } from '../../features/price-lists/CreatePriceListPage.tsx'

export const Route = createFileRoute('/_frame/pricelists/create')({
  loader: () => loadTexts('priceLists'),
  component: CreatePriceListPage,
})
