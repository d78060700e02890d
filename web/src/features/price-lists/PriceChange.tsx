import { type PriceRowsResult, pricing } from '@trellis/contract/pricing'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PriceEffect } from '../../app/PriceEffect.tsx'
import { type ConfirmProps, PriceEffectStep } from '../../app/PriceEffectStep.tsx'
import { ProblemError } from '../../app/problem.ts'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { toast } from '../../ui/toast.tsx'
import { changesIn, changesOf, idOf, type Lines } from './grid.ts'

interface PriceChangeProps extends Pick<ConfirmProps, 'confirm' | 'destructive' | 'onBack'> {
  priceListId: string
  lines: Lines
  /** The text of the button that leads back; "Back" by default. */
  back?: string
  /** The message after saving. */
  done?: string
  onSaved: () => void
  /** Receives the server's reason for each rejected product, by product id. */
  onRefused?: (refused: ReadonlyMap<string, string>) => void
  /** Plans the prices for a day in place of saving them; null saves them now. False when a field of `children` is wrong. */
  plan?: ((changes: ReturnType<typeof changesOf>) => Promise<boolean>) | null
  /** Above the preview. */
  children?: ReactNode
}

/** The last step of every change of prices: shows who will pay what (a dry run), then saves (decision 032). */
export function PriceChange(props: PriceChangeProps) {
  const { priceListId, lines, back, done, onSaved, onRefused, plan = null, ...step } = props
  const { t } = useTranslation('priceLists')
  const request = { params: { id: priceListId }, body: changesOf(lines) }
  const save = useWrite(pricing.setProducts, {
    invalidates: ['/pricelists', '/products', '/orders/stock'],
    failure: 'priceLists:updateError',
  })
  return (
    <PriceEffectStep
      {...step}
      back={back ?? t('back')}
      question={queryOf(pricing.setProducts, { ...request, body: { ...request.body, dryRun: true } })}
      failed={t('change.failed')}
      // A plan may come back to the prices of now.
      isVoid={(result) => result.faults.length > 0 || (plan === null && isNothing(result))}
      show={(result) => <Outcome result={result} lines={lines} onRefused={onRefused} />}
      onConfirm={async () => {
        if (plan !== null) {
          const isPlanned = await plan(request.body)
          if (isPlanned) onSaved()
          return isPlanned
        }
        const { faults } = await save.mutateAsync(request)
        // A product was changed or deleted after the preview: nothing is saved, and a new preview shows the errors.
        if (faults.length > 0) throw new ProblemError({ code: 'RQ409', status: 409, message: 'Nothing was saved' })
        toast.success(done ?? t('change.saved'))
        onSaved()
        return true
      }}
    />
  )
}

const isNothing = ({ added, changed, removed }: PriceRowsResult) => added + changed + removed === 0

interface OutcomeProps extends Pick<PriceChangeProps, 'lines' | 'onRefused'> {
  result: PriceRowsResult
}

function Outcome({ result, lines, onRefused }: OutcomeProps) {
  const { t } = useTranslation('priceLists')
  const sent = changesIn(lines).filter(({ draft }) => draft !== null)
  const faults = result.faults.flatMap(({ index, code }) => {
    const line = sent[index]
    return line ? [{ id: idOf(line), product: line.article.name, fault: t(`change.rowFaults.${code}`) }] : []
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each answer once
  useEffect(() => {
    if (faults.length > 0) onRefused?.(new Map(faults.map(({ id, fault }) => [id, fault])))
  }, [result])
  if (faults.length > 0)
    return (
      <Stack as="ul" gap="xs">
        {faults.map(({ id, product, fault }) => (
          <Text as="li" key={id} kind="error">
            {t('change.faultAt', { product, fault })}
          </Text>
        ))}
      </Stack>
    )
  if (isNothing(result)) return <StatusTag tone="neutral">{t('change.nothing')}</StatusTag>
  return (
    <>
      {changesIn(lines).length > 1 && (
        <Row>
          {(['added', 'changed', 'removed', 'unchanged'] as const).map(
            (what) =>
              result[what] > 0 && (
                <StatusTag key={what} tone={what === 'unchanged' ? 'neutral' : what === 'removed' ? 'error' : 'info'}>
                  {t(`change.${what}`, { count: result[what] })}
                </StatusTag>
              ),
          )}
        </Row>
      )}
      <PriceEffect effect={result.effect} />
    </>
  )
}
