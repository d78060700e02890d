import { useQuery } from '@tanstack/react-query'
import type { Product } from '@trellis/contract/catalogue'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { DialogActions } from '../../ui/Dialog.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { linesOf, newLine } from './grid.ts'
import { ListSelect } from './ListSelect.tsx'
import { PriceSteps } from './PriceSteps.tsx'
import { articleOf, priceListQuery } from './queries.ts'

/** Chooses a price list that the reader may change, then sets the product's price on it. */
export default function PriceOnList({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation('priceLists')
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({ ...priceListQuery(chosen ?? ''), enabled: chosen !== null })
  const list = chosen === null ? undefined : data
  const item = list?.products?.find(({ productId }) => productId === product.productId)
  return (
    <Stack>
      <ListSelect
        value={chosen}
        onChange={setChosen}
        whyNot={({ blocked }) => (blocked.update === null ? null : false)}
      />
      {list !== undefined ? (
        <PriceSteps
          key={list.priceListId}
          list={list}
          start={item ? linesOf([item]) : [newLine(articleOf(product))]}
          label={t('update.title', { product: product.name })}
          confirm={t('update.save')}
          done={t('update.done')}
          onClose={onClose}
        />
      ) : (
        <>
          {error !== null && chosen !== null ? (
            <ErrorBlock error={error} title={t('fetchOneError')} retry={() => void refetch()} />
          ) : (
            chosen !== null && <Lines count={3} />
          )}
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          </DialogActions>
        </>
      )}
    </Stack>
  )
}
