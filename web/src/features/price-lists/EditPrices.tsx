import type { PriceList } from '@trellis/contract/price-lists'
import type { PricePlan } from '@trellis/contract/price-plans'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { useLeaveGuard } from '../../ui/leave.tsx'
import { changesIn, faultyIn, type Lines, linesOf } from './grid.ts'
import { PriceChange } from './PriceChange.tsx'
import { PriceEditor } from './PriceEditor.tsx'
import { withPlan } from './plans/plan-lines.ts'
import { useTiming } from './plans/useTiming.tsx'
import styles from './price-lists.module.css'
import type { Pricing } from './queries.ts'

interface EditPricesProps {
  list: PriceList
  pricing: Pricing
  /** Starts with the dialog for pasted rows. */
  pasting: boolean
  /** The plan whose prices are edited; without one those of now, which may be planned too. */
  plan?: PricePlan
  onEnd: () => void
}

/** Edits the prices of a list: typed, pasted and copied in the grid, previewed together, saved or planned together. */
export function EditPrices({ list, pricing, pasting, plan, onEnd }: EditPricesProps) {
  const { t } = useTranslation('priceLists')
  const [start] = useState<Lines>(() => {
    const now = linesOf(list.products ?? [])
    return plan === undefined ? now : withPlan(now, plan)
  })
  const [lines, setLines] = useState<Lines>(start)
  const timing = useTiming(list.priceListId, plan)
  const [reviewing, setReviewing] = useState(false)
  const [tried, setTried] = useState(0)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [saved, setSaved] = useState(false)
  const count = changesIn(lines).length
  const faults = faultyIn(lines, pricing.pricedOf).length
  useLeaveGuard((plan === undefined ? count > 0 : lines !== start) && !saved)
  return (
    <>
      <PriceEditor
        lines={lines}
        onChange={(change) => {
          setRefused(new Map())
          setLines(change)
        }}
        pricing={pricing}
        currencyId={list.currencyId}
        label={t('grid.title')}
        text={t('grid.text')}
        tried={tried}
        refused={refused}
        pasting={pasting}
      />
      <Row className={styles.sticky} justify="between">
        <Text role="status" kind={tried > 0 && faults > 0 ? 'error' : 'quiet'}>
          {count === 0
            ? t('grid.nothing')
            : tried > 0 && faults > 0
              ? t('form.faults', { count: faults })
              : t('grid.changed', { count })}
        </Text>
        <Row>
          <Button variant="default" onClick={onEnd}>
            {t('grid.reset')}
          </Button>
          <ActionButton
            blocked={count === 0 ? t('grid.nothing') : null}
            onClick={() => (faults > 0 ? setTried(tried + 1) : setReviewing(true))}
          >
            {t('grid.review')}
          </ActionButton>
        </Row>
      </Row>
      <Dialog
        opened={reviewing}
        onClose={() => setReviewing(false)}
        title={timing.title ?? t('grid.confirmTitle')}
        size="lg"
      >
        {reviewing && (
          <PriceChange
            priceListId={list.priceListId}
            lines={lines}
            confirm={timing.confirm ?? t('change.save')}
            plan={timing.plan}
            onBack={() => setReviewing(false)}
            onRefused={setRefused}
            onSaved={() => {
              setSaved(true)
              onEnd()
            }}
          >
            {timing.fields}
          </PriceChange>
        )}
      </Dialog>
    </>
  )
}
