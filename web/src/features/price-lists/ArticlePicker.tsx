import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ProductPicker } from '../../app/lines/ProductPicker.tsx'
import { Money } from '../../ui/Money.tsx'
import type { Article } from './grid.ts'
import { useStatusWord } from './useStatusWord.ts'

interface ArticlePickerProps {
  articles: readonly Article[]
  /** Ids of products already on the list, which are not offered. */
  taken: ReadonlySet<string>
  codeOf: (currencyId: number) => string | null
  onChoose: (article: Article) => void
  error?: ReactNode
  required?: boolean
}

/** Finds a product by name or SKU among those that are not on the list yet. */
export function ArticlePicker({ articles, taken, codeOf, ...field }: ArticlePickerProps) {
  const { t } = useTranslation('priceLists')
  const statusWord = useStatusWord()
  const free = useMemo(() => articles.filter(({ productId }) => !taken.has(productId)), [articles, taken])
  return (
    <ProductPicker
      {...field}
      products={free}
      asideOf={useCallback(
        (article: Article) => <Money amount={article.priceMsrp} currency={codeOf(article.currencyId)} precise />,
        [codeOf],
      )}
      noteOf={useCallback(({ status }: Article) => (status === 'Active' ? null : statusWord(status)), [statusWord])}
      label={t('picker.label')}
      placeholder={t('picker.placeholder')}
      empty={t(articles.length === 0 ? 'picker.none' : 'picker.all')}
    />
  )
}
