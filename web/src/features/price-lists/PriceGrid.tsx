import { IconArrowBackUp, IconStack2, IconTrash } from '@tabler/icons-react'
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { useFocusOnFault } from '../../ui/faultFocus.ts'
import { fieldOf } from '../../ui/field.tsx'
import { formatMoney } from '../../ui/format.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { type LocalOptions, useLocalList } from '../../ui/useLocalList.ts'
import { BreakInputs, mayHaveMore, withBreak } from './BreakInputs.tsx'
import { changeOf, edit, faultyIn, idOf, type Line, type Lines, takeOff, undo } from './grid.ts'
import { ListSearch } from './ListSearch.tsx'
import { AgainstMsrp, DiscountInput, PriceInput } from './PriceInputs.tsx'
import { isAmbiguous } from './pasted.ts'
import type { Pricing } from './queries.ts'
import { useStatusWord } from './useStatusWord.ts'

/** Lines stay where they are while their price is typed: they are sorted by the saved price. */
const order: LocalOptions<Line> = {
  words: ({ article }) => `${article.name} ${article.sku}`,
  start: { field: 'given', direction: 'asc' },
  sortBy: {
    name: ({ article }) => article.name,
    sku: ({ article }) => article.sku,
    msrp: ({ article }) => article.priceMsrp,
    price: ({ saved }) => saved?.price ?? null,
  },
}

export interface PriceGridProps {
  lines: Lines
  onChange: (change: (lines: Lines) => Lines) => void
  pricing: Pricing
  /** Accessible name of the table. */
  label: string
  /** Number of attempts to save. After each one all errors are shown, and the first gets the focus. */
  tried: number
  /** The server's reason for each rejected product, by product id. */
  refused?: ReadonlyMap<string, string>
  /** In a dialog: no search, no paging, and no line can be taken off. */
  compact?: boolean
  /** What stands above the rows, with the search field of long lists in its place. */
  tools?: (search: ReactNode) => ReactNode
  empty?: ReactNode
  /** Receives pasted rows (`SKU, price`), and a pasted price that can be read in two ways. */
  onPaste?: (text: string) => void
}

/** The only place where prices of a list are typed: products with discount and price, and what changed. */
export function PriceGrid(props: PriceGridProps) {
  const { lines, onChange, pricing, label, tried, refused, compact = false, tools, empty, onPaste } = props
  const { t } = useTranslation('priceLists')
  const { language } = useLocale()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [first, setFirst] = useState<ReadonlySet<string>>(new Set())
  const frame = useFocusOnFault(first)
  // Errors may be on another page: after an attempt to save they come first, and the order stays while they are corrected.
  const isFirst = (line: Line) => first.has(idOf(line))
  const local = useLocalList(
    first.size === 0 ? lines : [...lines.filter(isFirst), ...lines.filter((line) => !isFirst(line))],
    order,
  )
  const { change } = local.list
  const isLong = !compact && lines.length > 10
  const columns = useColumns({
    ...props,
    faulty: (line) => changeOf(line) !== null && (tried > 0 || left.has(idOf(line))),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each attempt to save
  useEffect(() => {
    if (tried === 0) return
    const ids = [...faultyIn(lines, pricing.pricedOf).map(idOf), ...(refused?.keys() ?? [])]
    local.search('')
    change({ page: 1, sort: null })
    setFirst(new Set(ids))
  }, [tried])

  const leave = ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
    const id = target.dataset.line
    const next = relatedTarget instanceof HTMLElement ? relatedTarget.closest('tr, li') : null
    if (id !== undefined && !next?.contains(target)) setLeft((before) => new Set(before).add(id))
  }
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const { cell } = (event.target as HTMLElement).dataset
    if (event.key !== 'Enter' || cell === undefined) return
    const cells = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`input[data-cell="${cell}"]`)]
    // With a single line, Enter submits the form as usual.
    if (cells.length < 2) return
    event.preventDefault()
    const next = cells[cells.indexOf(event.target as HTMLInputElement) + (event.shiftKey ? -1 : 1)]
    next?.focus()
    next?.select()
  }
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text').trim()
    const line = lines.find((each) => idOf(each) === (event.target as HTMLElement).dataset.line)
    const isPrice = line !== undefined && isAmbiguous(text, language)
    if (!onPaste || (!isPrice && !/[\t\n]/.test(text))) return
    event.preventDefault()
    onPaste(isPrice ? `${line.article.sku}\t${text}` : text)
  }
  return (
    <Stack ref={frame} onBlur={leave} onKeyDown={step} onPaste={paste}>
      <DataTable
        list={local.list}
        columns={columns}
        rowKey={idOf}
        label={label}
        paging={isLong}
        toolbar={tools?.(isLong && <ListSearch typed={local.typed} search={local.search} />)}
        empty={empty}
        footer={
          !compact && (
            <Row justify="between">
              <Text kind="small">{t('form.count', { count: lines.length })}</Text>
              {lines.length > 1 && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  color="gray"
                  onClick={() => onChange((before) => before.reduce((rest, line) => takeOff(rest, idOf(line)), before))}
                >
                  {t('form.takeAllOff')}
                </Button>
              )}
            </Row>
          )
        }
      />
    </Stack>
  )
}

type ColumnsProps = PriceGridProps & { faulty: (line: Line) => boolean }

function useColumns({ lines, onChange, pricing, refused, compact, faulty }: ColumnsProps): Column<Line>[] {
  const { t } = useTranslation('priceLists')
  const statusWord = useStatusWord()
  const mayOpen = useCan('Products', 'r') && !compact
  const { currency, codeOf, pricedOf } = pricing
  const inputOf = (line: Line) => ({
    product: line.article.name,
    line: idOf(line),
    priced: pricedOf(line.article),
    currency,
    draft: line.draft,
    faulty: faulty(line),
    onChange: (draft: NonNullable<Line['draft']>) => onChange((before) => edit(before, idOf(line), draft)),
  })
  const sorted = (field: string) => (compact ? {} : { sort: field })
  const fixed = { hideable: false } as const
  const isSaved = lines.some(({ saved }) => saved !== null)
  return [
    fieldOf('name', t('price.product'), {
      ...sorted('name'),
      cell: (line) => (
        <>
          <EntityLink
            href={mayOpen && line.saved ? `/products/${idOf(line)}` : null}
            hint={[compact && line.article.sku, line.article.status !== 'Active' && statusWord(line.article.status)]
              .filter(Boolean)
              .join(' · ')}
          >
            {line.article.name}
          </EntityLink>
          {refused?.has(idOf(line)) && (
            <Text as="div" kind="error" role="alert" data-fault tabIndex={-1}>
              {refused.get(idOf(line))}
            </Text>
          )}
        </>
      ),
    }),
    ...(compact
      ? []
      : [fieldOf<Line>('sku', t('price.sku'), { ...fixed, sort: 'sku', path: 'article.sku', kind: 'code' })]),
    fieldOf('msrp', t('price.msrp'), {
      ...fixed,
      ...sorted('msrp'),
      align: 'right',
      cell: (line) => (
        <AgainstMsrp
          priced={pricedOf(line.article)}
          draft={line.draft}
          msrp={line.article.priceMsrp}
          msrpCurrency={codeOf(line.article.currencyId)}
        />
      ),
    }),
    fieldOf('discount', t('price.discount'), {
      ...fixed,
      align: 'right',
      cell: (line) => (line.draft === null ? <NoValue /> : <DiscountInput {...inputOf(line)} draft={line.draft} />),
    }),
    fieldOf('price', t('price.price'), {
      ...fixed,
      ...sorted('price'),
      align: 'right',
      cell: (line) =>
        line.draft === null ? (
          <NoValue />
        ) : (
          <Stack gap="xs" align="end">
            <PriceInput {...inputOf(line)} draft={line.draft} first={compact === true && lines[0] === line} />
            <BreakInputs {...inputOf(line)} draft={line.draft} adds={compact === true} />
          </Stack>
        ),
    }),
    ...(compact
      ? []
      : [
          fieldOf<Line>('actions', '', {
            ...fixed,
            align: 'right',
            card: 'corner',
            cell: (line) => (
              <Row nowrap justify="end" gap="xs">
                {isSaved && <Change line={line} currency={currency} />}
                <LineTools line={line} onChange={onChange} />
              </Row>
            ),
          }),
        ]),
  ]
}

/** What saving would do to the line, and the saved price. */
function Change({ line, currency }: { line: Line; currency: string | null }) {
  const { t } = useTranslation('priceLists')
  const { language } = useLocale()
  const change = changeOf(line)
  if (change === null) return null
  const former = line.saved?.price ?? null
  return (
    <Stack gap="none" align="end">
      <StatusTag tone={change === 'removed' ? 'error' : 'info'}>{t(`grid.marks.${change}`)}</StatusTag>
      {former !== null && (
        <Text kind="small">{t('grid.was', { price: formatMoney(former, currency, language, { precise: true }) })}</Text>
      )}
    </Stack>
  )
}

function LineTools({ line, onChange }: { line: Line } & Pick<PriceGridProps, 'onChange'>) {
  const { t } = useTranslation('priceLists')
  const product = line.article.name
  const undoes = line.saved !== null && changeOf(line) !== null
  const change = (draft: NonNullable<Line['draft']>) => onChange((before) => edit(before, idOf(line), draft))
  const tool = { variant: 'subtle', color: 'gray', size: 36 } as const
  return (
    <>
      {undoes && (
        <IconButton
          {...tool}
          aria-label={t('grid.undo', { product })}
          onClick={() => onChange((before) => undo(before, idOf(line)))}
        >
          <IconArrowBackUp size={16} aria-hidden />
        </IconButton>
      )}
      {line.draft !== null && mayHaveMore(line.draft) && (
        <IconButton
          {...tool}
          aria-label={t('breaks.addTo', { product })}
          onClick={() => line.draft && change(withBreak(line.draft))}
        >
          <IconStack2 size={16} aria-hidden />
        </IconButton>
      )}
      {line.draft !== null && (
        <IconButton
          {...tool}
          aria-label={t('price.remove', { product })}
          onClick={() => onChange((before) => takeOff(before, idOf(line)))}
        >
          <IconTrash size={16} aria-hidden />
        </IconButton>
      )}
    </>
  )
}
