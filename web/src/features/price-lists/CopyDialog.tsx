import { useQueryClient } from '@tanstack/react-query'
import type { PriceListItem } from '@trellis/contract/price-lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { ListSelect } from './ListSelect.tsx'
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
    <Stack>
      {failure !== null && <ErrorBlock error={failure} shape="line" />}
      <Text as="p" kind="quiet">
        {t('copy.text')}
      </Text>
      <ListSelect
        value={chosen}
        onChange={setChosen}
        whyNot={(list) =>
          list.currencyId === currencyId ? null : t('copy.otherCurrency', { currency: list.currencyCode })
        }
      />
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button onClick={() => void copy()} disabled={chosen === null} loading={busy}>
          {t('copy.take')}
        </Button>
      </DialogActions>
    </Stack>
  )
}
