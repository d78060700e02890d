import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogActions } from '../../ui/Dialog.tsx'
import { faultOf, type PriceDraft } from './discount.ts'
import { AgainstMsrp, DiscountInput, PriceInput } from './PriceInputs.tsx'
import styles from './price-lists.module.css'
import type { Article, Pricing } from './queries.ts'

interface PriceFormProps {
  article: Article | null
  pricing: Pricing
  draft: PriceDraft
  onDraft: (draft: PriceDraft) => void
  /** Renders the select for the product, when the product is not given. */
  picker?: (tried: boolean) => ReactNode
  /** The reason why the form cannot continue, other than an invalid price. */
  unchanged?: string | null
  onCancel: () => void
  onSubmit: () => void
}

/** The price of one product, as a fixed price or a discount; the next step is the preview. */
export function PriceForm(props: PriceFormProps) {
  const { article, pricing, draft, onDraft, picker, unchanged = null, onCancel, onSubmit } = props
  const { t } = useTranslation('priceLists')
  const [tried, setTried] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (tried > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tried])
  const priced = article === null ? { msrp: null, units: 2 } : pricing.pricedOf(article)
  const input = {
    product: article?.name ?? '',
    priced,
    currency: pricing.currency,
    draft,
    faulty: tried > 0,
    onChange: onDraft,
  }
  return (
    <form
      ref={form}
      noValidate
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault()
        if (article !== null && faultOf(draft, priced) === null && unchanged === null) onSubmit()
        else setTried(tried + 1)
      }}
    >
      {picker?.(tried > 0)}
      {article !== null && (
        <div className={styles.priceForm}>
          <div className={styles.field}>
            <span className={styles.label}>{t('price.msrp')}</span>
            <AgainstMsrp
              priced={priced}
              draft={draft}
              msrp={article.priceMsrp}
              msrpCurrency={pricing.codeOf(article.currencyId)}
            />
          </div>
          <div className={styles.field}>
            <span className={styles.label}>{t('price.discount')}</span>
            <DiscountInput {...input} />
          </div>
          <div className={styles.field}>
            <span className={styles.label}>{t('price.price')}</span>
            <PriceInput {...input} first={picker === undefined} />
          </div>
        </div>
      )}
      {tried > 0 && unchanged !== null && (
        <p role="alert" className={styles.fault}>
          {unchanged}
        </p>
      )}
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit">{t('add.next')}</Button>
      </DialogActions>
    </form>
  )
}
