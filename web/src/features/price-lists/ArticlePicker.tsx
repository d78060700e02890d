import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Money } from '../../ui/Money.tsx'
import { type SearchOption, SearchSelect } from '../../ui/SearchSelect.tsx'
import { flatten, search } from '../../ui/tree.ts'
import type { Article } from './grid.ts'
import { useStatusWord } from './useStatusWord.ts'

/** Maximum number of options; typing finds the others. */
const atMost = 50

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
export function ArticlePicker(props: ArticlePickerProps) {
  const { articles, taken, codeOf, onChoose, error, required = false } = props
  const { t } = useTranslation('priceLists')
  const statusWord = useStatusWord()
  const load = useCallback(
    async (typed: string): Promise<SearchOption[]> => {
      const free = articles.filter(({ productId }) => !taken.has(productId))
      const byId = new Map(free.map((article) => [article.productId, article]))
      const leaves = flatten(free.map(({ productId, name, sku }) => ({ id: productId, name, hint: sku })))
      return search(leaves, typed)
        .slice(0, atMost)
        .flatMap(({ node }) => {
          const article = byId.get(node.id)
          if (article === undefined) return []
          return {
            value: article.productId,
            label: article.name,
            hint: article.status === 'Active' ? article.sku : `${article.sku} · ${statusWord(article.status)}`,
            aside: <Money amount={article.priceMsrp} currency={codeOf(article.currencyId)} precise />,
          }
        })
    },
    [articles, taken, codeOf, statusWord],
  )
  return (
    <SearchSelect
      load={load}
      value={null}
      onChange={(option) => {
        const article = articles.find(({ productId }) => productId === option?.value)
        if (article !== undefined) onChoose(article)
      }}
      label={t('picker.label')}
      placeholder={t('picker.placeholder')}
      empty={t(articles.length === 0 ? 'picker.none' : 'picker.all')}
      error={error}
      required={required}
    />
  )
}
