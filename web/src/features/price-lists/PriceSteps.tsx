import type { PriceList } from '@trellis/contract/price-lists'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { DialogActions } from '../../ui/Dialog.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Lines as Skeleton } from '../../ui/Skeletons.tsx'
import { ArticlePicker } from './ArticlePicker.tsx'
import { changesIn, chosenLine, faultyIn, idOf, type Lines, put } from './grid.ts'
import { PriceChange } from './PriceChange.tsx'
import { PriceGrid } from './PriceGrid.tsx'
import { type Pricing, useArticles, usePricing } from './queries.ts'

interface PriceStepsProps {
  list: PriceList
  start: Lines
  /** Offers products that are not on the list. */
  adds?: boolean
  /** Accessible name of the grid. */
  label: string
  /** The verb that saves: "Save price". */
  confirm: string
  /** The message after saving. */
  done: string
  onClose: () => void
}

/** The steps of a dialog that sets single prices: the grid, who will pay what, save. */
export function PriceSteps({ list, start, adds = false, label, confirm, done, onClose }: PriceStepsProps) {
  const { t } = useTranslation('priceLists')
  const pricing = usePricing(list.currencyId)
  const [lines, setLines] = useState(start)
  const [asked, setAsked] = useState(false)
  const [tried, setTried] = useState(0)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const isSame = changesIn(lines).length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog may stand in the form of a page.
    event.stopPropagation()
    if (isSame || faultyIn(lines, pricing.pricedOf).length > 0) setTried(tried + 1)
    else setAsked(true)
  }
  return (
    <>
      {/* Hidden and not unmounted during the preview, so that going back restores what was typed. */}
      <form noValidate hidden={asked} onSubmit={submit}>
        <Stack>
          {adds && (
            <Adder
              list={list}
              lines={lines}
              pricing={pricing}
              error={tried > 0 && isSame ? t('faults.product') : undefined}
              onAdd={setLines}
            />
          )}
          {lines.length > 0 && (
            <PriceGrid
              lines={lines}
              onChange={setLines}
              pricing={pricing}
              label={label}
              tried={tried}
              refused={refused}
              compact
            />
          )}
          {tried > 0 && isSame && !adds && (
            <Text as="p" kind="error" role="alert">
              {t('update.unchanged')}
            </Text>
          )}
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit">{t('add.next')}</Button>
        </DialogActions>
      </form>
      {asked && (
        <PriceChange
          priceListId={list.priceListId}
          lines={lines}
          confirm={confirm}
          done={done}
          onBack={() => setAsked(false)}
          onRefused={setRefused}
          onSaved={onClose}
        />
      )}
    </>
  )
}

interface AdderProps {
  list: PriceList
  lines: Lines
  pricing: Pricing
  error: string | undefined
  onAdd: (change: (lines: Lines) => Lines) => void
}

function Adder({ list, lines, pricing, error, onAdd }: AdderProps) {
  const { t } = useTranslation('priceLists')
  const { articles, error: failure, retry } = useArticles()
  if (failure !== null) return <ErrorBlock error={failure} title={t('picker.failed')} retry={retry} />
  if (articles === undefined) return <Skeleton count={4} />
  return (
    <ArticlePicker
      articles={articles}
      taken={new Set([...(list.products ?? []).map(({ productId }) => productId), ...lines.map(idOf)])}
      codeOf={pricing.codeOf}
      required
      error={error}
      onChoose={(article) => onAdd((before) => put(before, [chosenLine(article, pricing.pricedOf(article))]))}
    />
  )
}
