import { Switch } from '@mantine/core'
import type { PriceList } from '@trellis/contract/price-lists'
import { pricing as prices } from '@trellis/contract/pricing'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { PasteRows, type TakenRow } from './PasteRows.tsx'
import { bodyOf, PriceChange } from './PriceChange.tsx'
import styles from './price-lists.module.css'
import { type Pricing, useArticles } from './queries.ts'

interface PasteDialogProps {
  list: PriceList
  pricing: Pricing
  opened: boolean
  onClose: () => void
}

/** Sets many prices of a list from pasted spreadsheet rows. */
export function PasteDialog(props: PasteDialogProps) {
  const { t } = useTranslation('priceLists')
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('paste.title')} size="lg">
      {props.opened && <PasteToList {...props} />}
    </Dialog>
  )
}

function PasteToList({ list, pricing, onClose }: PasteDialogProps) {
  const { t } = useTranslation('priceLists')
  const { articles, error, retry } = useArticles()
  const [rows, setRows] = useState<TakenRow[] | null>(null)
  const [removeOthers, setRemoveOthers] = useState(false)
  const save = useWrite(prices.setProducts, {
    invalidates: ['/pricelists', '/products', '/orders/stock'],
    success: 'priceLists:change.saved',
    failure: 'priceLists:updateError',
  })
  if (error !== null) return <ErrorBlock error={error} title={t('picker.failed')} retry={retry} />
  if (articles === undefined) return <Lines count={6} />
  return (
    <>
      {/* Hidden and not unmounted during the preview, so that going back restores the rows. */}
      <div hidden={rows !== null}>
        <PasteRows
          articles={articles}
          pricing={pricing}
          take={() => t('paste.next')}
          more={
            <Switch
              className={styles.switch ?? ''}
              label={t('paste.removeOthers')}
              checked={removeOthers}
              onChange={({ currentTarget }) => setRemoveOthers(currentTarget.checked)}
            />
          }
          onTake={setRows}
          onCancel={onClose}
        />
      </div>
      {rows !== null && (
        <PriceChange
          priceListId={list.priceListId}
          proposal={{ rows, removeOthers }}
          confirm={t('change.save')}
          back={t('back')}
          onBack={() => setRows(null)}
          onConfirm={async () => {
            await save.mutateAsync({ params: { id: list.priceListId }, body: bodyOf({ rows, removeOthers }) })
            onClose()
          }}
        />
      )}
    </>
  )
}
