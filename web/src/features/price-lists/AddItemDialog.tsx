import { type PriceList, priceLists } from '@trellis/contract/price-lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { ArticlePicker } from './ArticlePicker.tsx'
import { noPrice, type PriceDraft, toWire } from './discount.ts'
import { PriceChange } from './PriceChange.tsx'
import { PriceForm } from './PriceForm.tsx'
import { type Article, type Pricing, useArticles } from './queries.ts'

interface AddItemDialogProps {
  list: PriceList
  pricing: Pricing
  opened: boolean
  onClose: () => void
}

/** Adds a product to a price list. */
export function AddItemDialog(props: AddItemDialogProps) {
  const { t } = useTranslation('priceLists')
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('add.title')}>
      {props.opened && <AddItem {...props} />}
    </Dialog>
  )
}

function AddItem({ list, pricing, onClose }: AddItemDialogProps) {
  const { t } = useTranslation('priceLists')
  const { articles, error, retry } = useArticles()
  const [article, setArticle] = useState<Article | null>(null)
  const [draft, setDraft] = useState<PriceDraft>(noPrice)
  const [asked, setAsked] = useState(false)
  const add = useWrite(priceLists.addProduct, {
    invalidates: ['/pricelists', '/products', '/orders/stock'],
    success: 'priceLists:add.done',
    quiet: ['PR409'],
    failure: 'priceLists:updateError',
  })
  if (error !== null) return <ErrorBlock error={error} title={t('picker.failed')} retry={retry} />
  if (articles === undefined) return <Lines count={4} />
  const taken = new Set(list.products?.map(({ productId }) => productId))
  return (
    <>
      <div hidden={asked}>
        <PriceForm
          article={article}
          pricing={pricing}
          draft={draft}
          onDraft={setDraft}
          onCancel={onClose}
          onSubmit={() => setAsked(true)}
          picker={(tried) => (
            <ArticlePicker
              articles={articles}
              taken={taken}
              codeOf={pricing.codeOf}
              value={article}
              required
              error={tried && article === null ? t('faults.product') : undefined}
              onChoose={(chosen) => {
                setArticle(chosen)
                setDraft(noPrice)
              }}
            />
          )}
        />
      </div>
      {asked && article !== null && (
        <PriceChange
          priceListId={list.priceListId}
          proposal={{ rows: [{ productId: article.productId, draft }] }}
          confirm={t('add.save')}
          back={t('back')}
          onBack={() => setAsked(false)}
          onConfirm={async () => {
            const body = { productId: article.productId, ...toWire(draft) }
            await add.mutateAsync({ params: { id: list.priceListId }, body })
            onClose()
          }}
        />
      )}
    </>
  )
}
