import { ActionIcon, Button } from '@mantine/core'
import { IconClipboardText, IconCopy, IconFileImport, IconTrash } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toast.tsx'
import { ArticlePicker } from './ArticlePicker.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import { fromWire, noPrice, type PriceDraft } from './discount.ts'
import { PasteRows, type TakenRow } from './PasteRows.tsx'
import { AgainstMsrp, DiscountInput, PriceInput } from './PriceInputs.tsx'
import styles from './price-lists.module.css'
import { type Article, type Pricing, useArticles } from './queries.ts'
import { useStatusWord } from './useStatusWord.ts'

/** A product on a new price list. */
export interface Item {
  article: Article
  draft: PriceDraft
}

interface ItemsEditorProps {
  items: readonly Item[]
  currencyId: number | null
  pricing: Pricing
  /** True after the first attempt to save: all errors are shown. */
  tried: boolean
  /** The server's reason for each rejected product, by product id. */
  refused: ReadonlyMap<string, string>
  onChange: (change: (items: readonly Item[]) => readonly Item[]) => void
}

/** The products of a new price list: added one by one, pasted, or copied. */
export function ItemsEditor({ items, currencyId, pricing, tried, refused, onChange }: ItemsEditorProps) {
  const { t } = useTranslation('priceLists')
  const { articles, error, retry } = useArticles()
  const [open, setOpen] = useState<'paste' | 'copy' | null>(null)
  const taken = new Set(items.map(({ article }) => article.productId))
  const blocked = currencyId === null ? t('form.chooseCurrency') : null
  const close = () => setOpen(null)

  const set = (rows: readonly TakenRow[]) => {
    const drafts = new Map(rows.map(({ productId, draft }) => [productId, draft]))
    onChange((before) => [
      ...before.map((item) => ({ ...item, draft: drafts.get(item.article.productId) ?? item.draft })),
      ...(articles ?? []).flatMap((article) => {
        const draft = drafts.get(article.productId)
        return draft === undefined || taken.has(article.productId) ? [] : [{ article, draft }]
      }),
    ])
  }
  if (error !== null) return <ErrorBlock error={error} title={t('picker.failed')} retry={retry} />
  if (articles === undefined) return <Lines count={6} />
  return (
    <div className={styles.stack}>
      <div className={styles.tools}>
        <ActionButton
          variant="default"
          leftSection={<IconClipboardText size={16} aria-hidden />}
          blocked={blocked}
          onClick={() => setOpen('paste')}
        >
          {t('paste.action')}
        </ActionButton>
        <ActionButton
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          blocked={blocked}
          onClick={() => setOpen('copy')}
        >
          {t('copy.action')}
        </ActionButton>
        <LinkButton
          href="/import?kind=price-lists"
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
        >
          {t('importFile')}
        </LinkButton>
      </div>
      <div className={styles.picker}>
        <ArticlePicker
          articles={articles}
          taken={taken}
          codeOf={pricing.codeOf}
          onChoose={(article) => {
            if (article !== null) onChange((before) => [...before, { article, draft: noPrice }])
          }}
        />
      </div>
      {items.length === 0 ? (
        <Empty title={t('form.noItems')}>{t('form.noItemsText')}</Empty>
      ) : (
        <Items items={items} pricing={pricing} tried={tried} refused={refused} onChange={onChange} />
      )}
      <Dialog opened={open === 'paste'} onClose={close} title={t('paste.title')} size="lg">
        <PasteRows
          articles={articles}
          pricing={pricing}
          take={(count) => t('paste.take', { count })}
          onCancel={close}
          onTake={(rows) => {
            set(rows)
            close()
          }}
        />
      </Dialog>
      <CopyDialog
        opened={open === 'copy'}
        onClose={close}
        currencyId={currencyId}
        onCopy={(products) => {
          const known = new Set(articles.map(({ productId }) => productId))
          const rows = products
            .filter(({ productId }) => known.has(productId) && !taken.has(productId))
            .map((product) => ({ productId: product.productId, draft: fromWire(product) }))
          set(rows)
          toast.info(t('copy.copied', { count: rows.length }))
        }}
      />
    </div>
  )
}

type ItemsProps = Pick<ItemsEditorProps, 'items' | 'pricing' | 'tried' | 'refused' | 'onChange'>

function Items({ items, pricing, tried, refused, onChange }: ItemsProps) {
  const { t } = useTranslation('priceLists')
  return (
    <div>
      <div className={styles.itemHead} aria-hidden>
        <span>{t('price.product')}</span>
        <span>{t('price.msrp')}</span>
        <span>{t('price.discount')}</span>
        <span>{t('price.price')}</span>
        <span />
      </div>
      <ul className={styles.items} aria-label={t('form.items')}>
        {items.map((item) => (
          <ItemRow
            key={item.article.productId}
            item={item}
            pricing={pricing}
            tried={tried}
            refused={refused.get(item.article.productId)}
            onChange={onChange}
          />
        ))}
      </ul>
      <div className={styles.foot}>
        <span className={styles.hint}>{t('form.count', { count: items.length })}</span>
        {items.length > 1 && (
          <Button variant="subtle" size="compact-sm" color="gray" onClick={() => onChange(() => [])}>
            {t('form.takeAllOff')}
          </Button>
        )}
      </div>
    </div>
  )
}

interface ItemRowProps extends Pick<ItemsEditorProps, 'pricing' | 'tried' | 'onChange'> {
  item: Item
  refused: string | undefined
}

/** Memoised: of hundreds of rows, only the one being edited renders again. */
const ItemRow = memo(function ItemRow({ item, pricing, tried, refused, onChange }: ItemRowProps) {
  const { t } = useTranslation('priceLists')
  const statusWord = useStatusWord()
  const [left, setLeft] = useState(false)
  const { article, draft } = item
  const priced = pricing.pricedOf(article)
  const input = {
    product: article.name,
    priced,
    currency: pricing.currency,
    draft,
    faulty: tried || left,
    onChange: (changed: PriceDraft) =>
      onChange((before) =>
        before.map((each) => (each.article.productId === article.productId ? { ...each, draft: changed } : each)),
      ),
  }
  return (
    <li
      className={styles.item}
      onBlur={({ relatedTarget, currentTarget }) => setLeft(left || !currentTarget.contains(relatedTarget))}
    >
      <div className={styles.itemName}>
        <strong>{article.name}</strong>
        <span className={styles.hint}>
          {article.status === 'Active' ? article.sku : `${article.sku} · ${statusWord(article.status)}`}
        </span>
        {refused && (
          <span className={styles.fault} role="alert" data-fault tabIndex={-1}>
            {refused}
          </span>
        )}
      </div>
      <AgainstMsrp
        priced={priced}
        draft={draft}
        msrp={article.priceMsrp}
        msrpCurrency={pricing.codeOf(article.currencyId)}
      />
      <div className={styles.field}>
        <span className={styles.fieldName}>{t('price.discount')}</span>
        <DiscountInput {...input} />
      </div>
      <div className={styles.field}>
        <span className={styles.fieldName}>{t('price.price')}</span>
        <PriceInput {...input} />
      </div>
      <ActionIcon
        className={styles.remove ?? ''}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('price.remove', { product: article.name })}
        onClick={() => onChange((before) => before.filter((each) => each.article.productId !== article.productId))}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
})
