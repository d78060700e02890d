import { useQuery } from '@tanstack/react-query'
import { minorUnitsOf } from '@trellis/contract/currencies'
import { useTranslation } from 'react-i18next'
import { FirstStep } from '../../app/first-steps/FirstStep.tsx'
import { chosenLine, type Lines } from './grid.ts'
import { currenciesQuery, useArticles } from './queries.ts'

interface PriceListExampleProps {
  onFill: (values: { name: string; currencyId: number }, lines: Lines) => void
}

/** As one of the first steps, the form of a new list offers an example: what is for sale in one currency, at its MSRP. */
export function PriceListExample({ onFill }: PriceListExampleProps) {
  const { t } = useTranslation('priceLists')
  const currencies = useQuery(currenciesQuery).data
  const active = useArticles().articles?.filter(({ status }) => status === 'Active') ?? []
  const [first] = active
  const currency = currencies?.find(({ currencyId }) => currencyId === first?.currencyId)
  const fill = () => {
    if (currency === undefined) return
    const { currencyId, currencyCode } = currency
    const lines = active
      .filter((article) => article.currencyId === currencyId)
      .map((article) => chosenLine(article, { msrp: article.priceMsrp, units: minorUnitsOf(currencyCode) }))
    onFill({ name: t('form.exampleName'), currencyId }, lines)
  }
  return <FirstStep step="priceList" onExample={currency && fill} />
}
