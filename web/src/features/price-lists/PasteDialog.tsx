import { Switch, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { maximumRows } from '@trellis/contract/pricing'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { formatMoney } from '../../ui/format.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import type { Article, NewPrice } from './grid.ts'
import { knownBySku, type PastedRow, type ReadRow, readRows, rowsOf } from './pasted.ts'
import { type Pricing, useArticles } from './queries.ts'

interface PasteDialogProps {
  /** Null when closed; rows that are already pasted are read at once. */
  text: string | null
  pricing: Pricing
  /** Offers to take products off the list that are not among the rows. */
  replaces: boolean
  onTake: (prices: NewPrice[], removeOthers: boolean) => void
  onClose: () => void
}

/** Pasted spreadsheet rows: reads them, has errors corrected in place, and puts the prices into the grid. */
export function PasteDialog({ text, ...props }: PasteDialogProps) {
  const { t } = useTranslation('priceLists')
  const { articles, error, retry } = useArticles()
  return (
    <Dialog opened={text !== null} onClose={props.onClose} title={t('paste.title')} size="lg">
      {text === null ? null : articles !== undefined ? (
        <Paste {...props} start={text} articles={articles} />
      ) : error !== null ? (
        <ErrorBlock error={error} title={t('picker.failed')} retry={retry} />
      ) : (
        <Lines count={6} />
      )}
    </Dialog>
  )
}

interface PasteProps extends Omit<PasteDialogProps, 'text'> {
  start: string
  articles: readonly Article[]
}

interface OpenRow extends PastedRow {
  /** The row had an error when it was read, so it stays editable while it is corrected. */
  open: boolean
}

function Paste(props: PasteProps) {
  const { start, articles, pricing } = props
  const { language } = useLocale()
  const { currency, pricedOf } = pricing
  const known = useMemo(() => knownBySku(articles, pricedOf), [articles, pricedOf])
  const opened = (text: string): OpenRow[] => {
    const pasted = rowsOf(text, known)
    const first = readRows(pasted, known, { language, currency })
    return pasted.map((row, index) => ({ ...row, open: first[index]?.fault !== null }))
  }
  const [text, setText] = useState(start)
  const [rows, setRows] = useState(() =>
    start === '' || rowsOf(start, known).length > maximumRows ? null : opened(start),
  )
  const readings = useMemo(
    () => (rows === null ? [] : readRows(rows, known, { language, currency })),
    [rows, known, language, currency],
  )
  return rows === null ? (
    <Rows text={text} onType={setText} onRead={() => opened(text)} onTake={setRows} onClose={props.onClose} />
  ) : (
    <Corrections {...props} rows={rows} readings={readings} onRows={setRows} />
  )
}

interface RowsProps {
  text: string
  onType: (text: string) => void
  onRead: () => OpenRow[]
  onTake: (rows: OpenRow[]) => void
  onClose: () => void
}

/** The field that rows are pasted into. */
function Rows({ text, onType, onRead, onTake, onClose }: RowsProps) {
  const { t } = useTranslation('priceLists')
  const [fault, setFault] = useState<string | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const read = () => {
    const pasted = onRead()
    if (pasted.length > 0 && pasted.length <= maximumRows) return onTake(pasted)
    setFault(pasted.length === 0 ? t('paste.nothing') : t('paste.tooMany', { count: maximumRows }))
    area.current?.focus()
  }
  return (
    <Stack>
      <Text as="p" kind="quiet">
        {t('paste.text')}
      </Text>
      <Textarea
        ref={area}
        label={t('paste.rows')}
        placeholder={t('paste.placeholder')}
        rows={10}
        required
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', whiteSpace: 'pre' } }}
        value={text}
        error={fault}
        data-autofocus
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button onClick={read}>{t('paste.read')}</Button>
      </DialogActions>
    </Stack>
  )
}

interface CorrectionsProps extends PasteProps {
  rows: OpenRow[]
  readings: readonly ReadRow[]
  onRows: (rows: OpenRow[] | null) => void
}

/** What was read, with the rows to correct. */
function Corrections({ articles, pricing, replaces, rows, readings, onRows, onTake }: CorrectionsProps) {
  const { t } = useTranslation('priceLists')
  const { language } = useLocale()
  const [removeOthers, setRemoveOthers] = useState(false)
  const money = (amount: number) => formatMoney(amount, pricing.currency, language, { precise: true })
  const faults = readings.filter((reading) => reading.fault !== null).length
  const right = readings.length - faults
  const open = rows.flatMap((row, index) => {
    const reading = readings[index]
    return row.open && reading !== undefined ? [{ row, reading }] : []
  })
  const take = () => {
    const byId = new Map(articles.map((article) => [article.productId, article]))
    const prices = readings.flatMap(({ product, draft }) => {
      const article = byId.get(product?.productId ?? '')
      return article ? [{ article, draft }] : []
    })
    onTake(prices, removeOthers)
  }
  return (
    <Stack>
      <Row role="status">
        <StatusTag tone={faults > 0 ? 'warning' : 'success'}>
          {faults > 0 ? t('paste.toCorrect', { count: faults }) : t('paste.allRight')}
        </StatusTag>
        {faults > 0 && <Text kind="small">{t('paste.right', { count: right })}</Text>}
      </Row>
      <MeanAll rows={rows} readings={readings} money={money} onRows={onRows} />
      {open.length > 0 && (
        <Stack as="ul" gap="md">
          {open.map(({ row, reading }) => (
            <Correction
              key={row.number}
              row={row}
              reading={reading}
              money={money}
              onChange={(patch) =>
                onRows(rows.map((each) => (each.number === row.number ? { ...each, ...patch } : each)))
              }
              onLeaveOut={() => onRows(rows.filter(({ number }) => number !== row.number))}
            />
          ))}
        </Stack>
      )}
      {replaces && (
        <Switch
          label={t('paste.removeOthers')}
          checked={removeOthers}
          onChange={({ currentTarget }) => setRemoveOthers(currentTarget.checked)}
        />
      )}
      <DialogActions>
        <Button variant="default" onClick={() => onRows(null)}>
          {t('paste.again')}
        </Button>
        <ActionButton
          blocked={faults > 0 ? t('paste.correctFirst') : rows.length === 0 ? t('paste.nothing') : null}
          onClick={take}
        >
          {t('paste.take', { count: right })}
        </ActionButton>
      </DialogActions>
    </Stack>
  )
}

interface MeanAllProps extends Pick<CorrectionsProps, 'rows' | 'readings' | 'onRows'> {
  money: (amount: number) => string
}

/** Decides for all prices at once that can be read in two ways. */
function MeanAll({ rows, readings, money, onRows }: MeanAllProps) {
  const { t } = useTranslation('priceLists')
  const ambiguous = readings.filter((reading) => reading.fault === 'ambiguous')
  if (ambiguous.length < 2) return null
  const meanAll = (index: number) =>
    onRows(rows.map((row, at) => ({ ...row, value: readings[at]?.meanings?.[index]?.text ?? row.value })))
  return (
    <Row>
      {ambiguous[0]?.meanings?.map(({ figure, text }, index) => (
        <Button key={text} variant="default" size="compact-sm" onClick={() => meanAll(index)}>
          {t('paste.allMean', { count: ambiguous.length, value: money(figure) })}
        </Button>
      ))}
    </Row>
  )
}

interface CorrectionProps {
  row: OpenRow
  reading: ReadRow
  money: (amount: number) => string
  onChange: (patch: Partial<PastedRow>) => void
  onLeaveOut: () => void
}

function Correction({ row, reading, money, onChange, onLeaveOut }: CorrectionProps) {
  const { t } = useTranslation('priceLists')
  const { number } = row
  const faultAt = (where: 'sku' | 'value') =>
    reading.fault !== null && reading.at === where ? t(`faults.${reading.fault}`) : undefined
  return (
    <Row as="li" align="start">
      <Text kind="small" style={{ width: '4rem' }}>
        {t('paste.row', { row: number })}
      </Text>
      <TextInput
        flex="1 1 10rem"
        aria-label={t('paste.skuOf', { row: number })}
        value={row.sku}
        maxLength={64}
        error={faultAt('sku')}
        onChange={({ currentTarget }) => onChange({ sku: currentTarget.value })}
      />
      <TextInput
        flex="1 1 10rem"
        aria-label={t('paste.valueOf', { row: number })}
        value={row.value.replaceAll('\t', ' | ')}
        maxLength={255}
        error={faultAt('value')}
        onChange={({ currentTarget }) => onChange({ value: currentTarget.value.replaceAll(' | ', '\t') })}
      />
      <Stack gap="xs" align="start" style={{ flex: '1 1 10rem' }}>
        <Text kind="small">{reading.product?.name}</Text>
        {reading.meanings && (
          <Row gap="xs">
            {reading.meanings.map(({ figure, text }) => (
              <Button
                key={text}
                variant="default"
                size="compact-sm"
                aria-label={t('paste.means', { row: number, value: money(figure) })}
                onClick={() => onChange({ value: text })}
              >
                {money(figure)}
              </Button>
            ))}
          </Row>
        )}
        {reading.fault === null && reading.draft.price !== null && (
          <Text kind="strong">{money(reading.draft.price)}</Text>
        )}
      </Stack>
      <IconButton
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('paste.leaveOut', { row: number })}
        onClick={onLeaveOut}
      >
        <IconTrash size={16} aria-hidden />
      </IconButton>
    </Row>
  )
}
