import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { maximumRows } from '@trellis/contract/pricing'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DialogActions } from '../../ui/Dialog.tsx'
import { formatMoney } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'
import type { PriceDraft } from './discount.ts'
import { type Known, type PastedRow, type ReadRow, type RowFault, readRows, rowsOf } from './pasted.ts'
import styles from './price-lists.module.css'
import type { Article, Pricing } from './queries.ts'

export interface TakenRow {
  productId: string
  draft: PriceDraft
}

interface PasteRowsProps {
  articles: readonly Article[]
  pricing: Pricing
  /** The text of the final button for a number of rows. */
  take: (count: number) => string
  /** Shown above the buttons once the rows are read. */
  more?: ReactNode
  onTake: (rows: TakenRow[]) => void
  onCancel: () => void
}

interface Row extends PastedRow {
  /** The row had an error when it was read, so it stays editable while it is corrected. */
  open: boolean
}

/** Pasted spreadsheet rows: parse them, correct errors in place, and accept them. */
export function PasteRows({ articles, pricing, take, more, onTake, onCancel }: PasteRowsProps) {
  const { t } = useTranslation('priceLists')
  const { language } = useLocale()
  const [text, setText] = useState('')
  const [rows, setRows] = useState<readonly Row[] | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const { currency, pricedOf } = pricing
  const known = useMemo(() => {
    const products = new Map<string, Known>()
    for (const article of articles) {
      const product = { ...article, priced: pricedOf(article) }
      const upper = article.sku.toUpperCase()
      if (!products.has(upper)) products.set(upper, product)
    }
    // An exact SKU takes precedence over one that differs only in case.
    for (const article of articles) products.set(article.sku, { ...article, priced: pricedOf(article) })
    return products
  }, [articles, pricedOf])
  const readings = useMemo(
    () => (rows === null ? [] : readRows(rows, known, { language, currency })),
    [rows, known, language, currency],
  )
  const faults = readings.filter((reading) => reading.fault !== null).length

  const read = () => {
    const pasted = rowsOf(text, known)
    const wrong =
      pasted.length === 0
        ? t('paste.nothing')
        : pasted.length > maximumRows
          ? t('paste.tooMany', { count: maximumRows })
          : null
    setFault(wrong)
    if (wrong !== null) return area.current?.focus()
    const first = readRows(pasted, known, { language, currency })
    setRows(pasted.map((row, index) => ({ ...row, open: first[index]?.fault !== null })))
  }

  if (rows === null) {
    return (
      <>
        <p className={styles.text}>{t('paste.text')}</p>
        <Textarea
          ref={area}
          label={t('paste.rows')}
          placeholder={t('paste.placeholder')}
          rows={10}
          required
          spellCheck={false}
          classNames={{ input: styles.mono ?? '' }}
          value={text}
          error={fault}
          data-autofocus
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <DialogActions>
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button onClick={read}>{t('paste.read')}</Button>
        </DialogActions>
      </>
    )
  }
  const open = rows.flatMap((row, index) => {
    const reading = readings[index]
    return row.open && reading !== undefined ? [{ row, reading }] : []
  })
  const ambiguous = open.filter(({ reading }) => reading.fault === 'ambiguous')
  const first = ambiguous[0]?.reading
  const money = (figure: number) => formatMoney(figure, currency, language, { precise: true })
  const meanAll = (index: number) =>
    setRows(rows.map((row, at) => ({ ...row, value: readings[at]?.meanings?.[index]?.text ?? row.value })))
  const change = (number: number, patch: Partial<PastedRow>) =>
    setRows((before) => before?.map((row) => (row.number === number ? { ...row, ...patch } : row)) ?? null)
  return (
    <>
      <p role="status" className={styles.summary} data-tone={faults > 0 ? 'warning' : 'success'}>
        <span>{faults > 0 ? t('paste.toCorrect', { count: faults }) : t('paste.allRight')}</span>
        {faults > 0 && <span className={styles.hint}>{t('paste.right', { count: rows.length - faults })}</span>}
      </p>
      {ambiguous.length > 1 && (
        <div className={styles.tools}>
          {first?.meanings?.map(({ figure, text }, index) => (
            <Button key={text} variant="default" size="compact-sm" onClick={() => meanAll(index)}>
              {t('paste.allMean', { count: ambiguous.length, value: money(figure) })}
            </Button>
          ))}
        </div>
      )}
      {open.length > 0 && (
        <ul className={styles.corrections}>
          {open.map(({ row, reading }) => (
            <Correction
              key={row.number}
              row={row}
              reading={reading}
              currency={currency}
              onChange={(patch) => change(row.number, patch)}
              onLeaveOut={() => setRows(rows.filter(({ number }) => number !== row.number))}
            />
          ))}
        </ul>
      )}
      <Right readings={readings} currency={currency} />
      {more}
      <DialogActions>
        <Button variant="default" onClick={() => setRows(null)}>
          {t('paste.again')}
        </Button>
        <ActionButton
          blocked={faults > 0 ? t('paste.correctFirst') : rows.length === 0 ? t('paste.nothing') : null}
          onClick={() =>
            onTake(readings.flatMap(({ product, draft }) => (product ? [{ productId: product.productId, draft }] : [])))
          }
        >
          {take(rows.length - faults)}
        </ActionButton>
      </DialogActions>
    </>
  )
}

interface CorrectionProps {
  row: Row
  reading: ReadRow
  currency: string | null
  onChange: (patch: Partial<PastedRow>) => void
  onLeaveOut: () => void
}

function Correction({ row, reading, currency, onChange, onLeaveOut }: CorrectionProps) {
  const { t } = useTranslation('priceLists')
  const { language } = useLocale()
  const faultAt = (where: 'sku' | 'value') =>
    reading.fault !== null && reading.at === where ? t(`faults.${reading.fault satisfies RowFault}`) : undefined
  return (
    <li className={styles.correction}>
      <span className={styles.hint}>{t('paste.row', { row: row.number })}</span>
      <TextInput
        aria-label={t('paste.skuOf', { row: row.number })}
        value={row.sku}
        maxLength={64}
        error={faultAt('sku')}
        onChange={({ currentTarget }) => onChange({ sku: currentTarget.value })}
      />
      <TextInput
        aria-label={t('paste.valueOf', { row: row.number })}
        value={row.value.replaceAll('\t', ' | ')}
        maxLength={255}
        error={faultAt('value')}
        onChange={({ currentTarget }) => onChange({ value: currentTarget.value.replaceAll(' | ', '\t') })}
      />
      <span className={styles.outcome}>
        {reading.product?.name}
        {reading.meanings?.map(({ figure, text }) => {
          const value = formatMoney(figure, currency, language, { precise: true })
          return (
            <Button
              key={text}
              variant="default"
              size="compact-sm"
              aria-label={t('paste.means', { row: row.number, value })}
              onClick={() => onChange({ value: text })}
            >
              {value}
            </Button>
          )
        })}
        {reading.fault === null && reading.draft.price !== null && (
          <strong>{formatMoney(reading.draft.price, currency, language, { precise: true })}</strong>
        )}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('paste.leaveOut', { row: row.number })}
        onClick={onLeaveOut}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}

/** A collapsible list of the rows without errors. */
function Right({ readings, currency }: { readings: readonly ReadRow[]; currency: string | null }) {
  const { t } = useTranslation('priceLists')
  const { language } = useLocale()
  const right = readings.filter(({ fault }) => fault === null)
  if (right.length === 0) return null
  return (
    <details className={styles.details}>
      <summary>{t('paste.right', { count: right.length })}</summary>
      <ul className={styles.readings}>
        {right.map(({ product, draft }) => (
          <li key={product?.productId}>
            <span>
              {product?.name} <span className={styles.hint}>{product?.sku}</span>
            </span>
            <span>{formatMoney(draft.price ?? 0, currency, language, { precise: true })}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
