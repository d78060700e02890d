import { Button, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type PriceListItem, priceLists } from '@trellis/contract/price-lists'
import { maximumLimit } from '@trellis/contract/search'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import styles from './price-lists.module.css'
import { priceListQuery } from './queries.ts'

interface CopyDialogProps {
  opened: boolean
  onClose: () => void
  /** Prices can be copied only from a list with this currency. */
  currencyId: number | null
  onCopy: (items: readonly PriceListItem[]) => void
}

/** Copies the prices of another list. */
export function CopyDialog(props: CopyDialogProps) {
  const { t } = useTranslation('priceLists')
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('copy.title')}>
      <CopyForm {...props} />
    </Dialog>
  )
}

function CopyForm({ currencyId, onClose, onCopy }: CopyDialogProps) {
  const { t } = useTranslation('priceLists')
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const { data, error, isPending } = useQuery(
    queryOf(priceLists.search, {
      body: { limit: maximumLimit, sortBy: [{ field: 'name' }], includeChildren: true },
    }),
  )
  const copy = async () => {
    if (chosen === null) return
    setBusy(true)
    setFailure(null)
    try {
      const { products = [] } = await client.fetchQuery(priceListQuery(chosen))
      onCopy(products)
      onClose()
    } catch (refusal) {
      setFailure(refusal)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {(failure ?? error) !== null && <ErrorBlock error={failure ?? error} shape="line" />}
      <p className={styles.text}>{t('copy.text')}</p>
      <Select
        role="combobox"
        label={t('copy.list')}
        withAsterisk
        data-autofocus
        loading={isPending}
        searchable
        value={chosen}
        onChange={setChosen}
        nothingFoundMessage={t('copy.none')}
        data={(data?.items ?? []).map((list) => {
          const isOther = list.currencyId !== currencyId
          const names = [
            list.name,
            list.accountName,
            isOther && t('copy.otherCurrency', { currency: list.currencyCode }),
          ]
          return { value: list.priceListId, label: names.filter(Boolean).join(' · '), disabled: isOther }
        })}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button onClick={() => void copy()} disabled={chosen === null} loading={busy}>
          {t('copy.take')}
        </Button>
      </DialogActions>
    </>
  )
}
