import { type ReactNode, type Ref, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Money } from '../../ui/Money.tsx'
import { type SearchOption, SearchSelect } from '../../ui/SearchSelect.tsx'
import { flatten, search } from '../../ui/tree.ts'
import type { Article } from './queries.ts'
import { useStatusWord } from './useStatusWord.ts'

/** Maximum number of options; typing finds the others. */
const atMost = 50

interface ArticlePickerProps {
  articles: readonly Article[]
  /** Ids of products already on the list, which are not offered. */
  taken: ReadonlySet<string>
  codeOf: (currencyId: number) => string | null
  value?: Article | null
  onChoose: (article: Article | null) => void
  error?: ReactNode
  required?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Finds a product by name or SKU among those that are not on the list yet. */
export function ArticlePicker(props: ArticlePickerProps) {
  const { articles, taken, codeOf, value = null, onChoose, error, required = false, ref } = props
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
      {...(ref && { ref })}
      load={load}
      value={value === null ? null : { value: value.productId, label: value.name }}
      onChange={(option) => onChoose(articles.find(({ productId }) => productId === option?.value) ?? null)}
      label={t('picker.label')}
      placeholder={t('picker.placeholder')}
      empty={t(articles.length === 0 ? 'picker.none' : 'picker.all')}
      error={error}
      required={required}
    />
  )
}
