import { readerOf, textOf } from '@trellis/contract/row-path'
import type { ReactNode } from 'react'
import type { Column, FileColumn } from './columns.ts'
import { DateTime } from './DateTime.tsx'
import { EntityLink } from './EntityLink.tsx'
import { Money } from './Money.tsx'
import { NoValue } from './NoValue.tsx'
import { Quantity } from './Quantity.tsx'

/** What can be said about one field of a list; everything else follows from its name and its path. */
export interface FieldOptions<Row>
  extends Partial<
    Pick<Column<Row>, 'align' | 'width' | 'hideable' | 'hidden' | 'card' | 'foot' | 'cell' | 'text' | 'link' | 'strong'>
  > {
  /** Where a row has the value (`readerOf`); by default under the field's name. */
  path?: string
  /** What the value is: decides the cell, the alignment and the type in files. By default text. */
  kind?: Exclude<FileColumn['kind'], 'text' | undefined> | 'code'
  /** The currency of an amount: the path of its code in a row (then files have it too), or a function. */
  currency?: { path: string; label: string } | ((row: Row) => string | null | undefined)
  /** Shows up to four decimals, as unit prices are stored. */
  precise?: boolean
  /** Translations of a coded value, for cell, filter and files. */
  words?: Record<string, string>
  /** Labels of the filter's choices, if they are not `words`. */
  choices?: Record<string, string>
  /** The page that the value links to; null where the reader may not open it. */
  href?(row: Row): string | null
  /** A second, dimmed line below the value. */
  hint?(row: Row): string | null
  /** The hint is a code: the value is cut before it. */
  firm?: true
  /** More columns in files; their values are part of this column on screen. */
  more?: readonly (FileColumn & { label: string })[]
  /** The columns in files, where they are not the value itself; null for none. */
  file?: readonly FileColumn[] | null
}

interface Searched {
  /** The field to sort by. */
  sort?: string
  filter?: { field: string; kind: 'text' | 'choice' }
}

/** The column of a field: cell, text, sort, filter and columns in files from one declaration. */
export function fieldOf<Row>(id: string, header: string, options: FieldOptions<Row> & Searched = {}): Column<Row> {
  const { path = id, kind, words, choices = words, currency, more = [] } = options
  const { align, width, hideable, hidden, card, foot, sort, filter, link, strong } = options
  const valueIn = readerOf(path)
  const text = (row: Row) => {
    const found = textOf(valueIn(row))
    return words && Object.hasOwn(words, found) ? (words[found] as string) : found
  }
  const given = { width, hideable, hidden, card, foot, link, strong, align: align ?? alignOf(kind) }
  return {
    id,
    header,
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Column<Row>>),
    ...(sort !== undefined && { sort }),
    ...(filter && {
      filter: {
        ...filter,
        ...(choices && { options: Object.entries(choices).map(([value, label]) => ({ value, label })) }),
      },
    }),
    cell: options.cell ?? cellOf(options, valueIn, text),
    text: options.text ?? text,
    file:
      options.file === null ? [] : (options.file ?? [fileColumn(path, kind, words), ...currencyIn(currency), ...more]),
  }
}

const alignOf = (kind: FieldOptions<never>['kind']) => (kind === 'number' || kind === 'money' ? 'right' : undefined)

const fileColumn = (
  path: string,
  kind: FieldOptions<never>['kind'],
  words: Record<string, string> | undefined,
): FileColumn => ({ path, ...(kind !== undefined && kind !== 'code' && { kind }), ...(words && { words }) })

const currencyIn = (currency: FieldOptions<never>['currency']) => (typeof currency === 'object' ? [currency] : [])

function cellOf<Row>(
  { kind, currency, precise = false, href, hint, firm }: FieldOptions<Row>,
  valueIn: (row: unknown) => unknown,
  text: (row: Row) => string,
): (row: Row) => ReactNode {
  if (kind === 'number') return (row) => <Quantity value={valueIn(row) as number | null} />
  if (kind === 'money') {
    const codeIn = typeof currency === 'object' ? readerOf(currency.path) : currency
    return (row) => (
      <Money amount={valueIn(row) as number | null} currency={codeIn?.(row) as string | null} precise={precise} />
    )
  }
  if (kind === 'date' || kind === 'day' || kind === 'instant') {
    return (row) => <DateTime value={valueIn(row) as string | null} dateOnly={kind !== 'instant'} />
  }
  if (kind === 'code' || href || hint) {
    return (row) => (
      <EntityLink
        mono={kind === 'code'}
        href={href?.(row)}
        hint={hint?.(row)}
        firm={firm === true && hint?.(row) != null}
      >
        {text(row)}
      </EntityLink>
    )
  }
  return (row) => text(row) || <NoValue />
}
