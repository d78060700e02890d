import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChosenFormats } from '@trellis/contract/import-cells'
import { type Import, type ImportKind, imports } from '@trellis/contract/imports'
import { useEffect, useMemo, useRef, useState } from 'react'
import { markStale, queryOf, type Stale } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { type Format, formatOf, type Mapping, matched, understand, withFormat } from './columns.ts'
import { corrected, outgoing } from './outgoing.ts'
import type { ReadFile } from './sheet.ts'

const stale: Record<ImportKind, readonly Stale[]> = {
  accounts: ['/accounts'],
  users: ['/users'],
  products: ['/products', '/productsType'],
  'price-lists': ['/pricelists', '/products'],
  'price-list-accounts': ['/pricelists', '/products'],
  stock: ['/orders', '/products'],
  orders: ['/orders'],
  licenses: ['/licenses'],
  certifications: ['/certificates', '/accounts'],
  deals: ['/deals'],
}

interface Sending {
  dryRun: boolean
  keepGood?: boolean
}

interface Sent {
  id: string
  /** Line number in the sent CSV → index of the sheet's row. */
  rowAt: Map<number, number>
}

/** The state of one import: the file, the column mapping, and the server's report. */
export function useImport(kind: ImportKind, parentAccountId: string | undefined) {
  const client = useQueryClient()
  const [sheet, setSheet] = useState<ReadFile | null>(null)
  const [mapping, setMapping] = useState<Mapping>({})
  const [chosen, setChosen] = useState<ChosenFormats>({})
  const [sent, setSent] = useState<Sent | null>(null)
  /** The sheet or mapping was changed after the last dry run. */
  const [isEdited, setEdited] = useState(false)
  /** Whether to send invitations to new users. */
  const [invite, setInvite] = useState(true)
  const create = useWrite(imports.create, { invalidates: [imports.list], quiet: 'all' })
  const query = useQuery({
    ...queryOf(imports.read, { params: { id: sent?.id ?? '' } }),
    enabled: sent !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? 500 : false),
  })
  const understanding = useMemo(
    () => (sheet === null ? null : understand(kind, sheet, mapping, chosen)),
    [kind, sheet, mapping, chosen],
  )
  const report = sent === null ? undefined : query.data
  const told = useRef<string | null>(null)
  useEffect(() => {
    if (report?.status !== 'done' || report.dryRun || told.current === report.importId) return
    told.current = report.importId
    void markStale(client, stale[kind])
  }, [report, client, kind])

  return {
    sheet,
    mapping,
    /** Converts a cell to the notation that the server reads. */
    value: understanding?.value ?? ((_: string, cell: string) => cell),
    /** Columns with ambiguous values; they block sending. */
    columnFaults: understanding?.faults ?? [],
    /** How a column's amounts or dates are written; null where it must be chosen, undefined where there is no choice. */
    format: (column: string) => (understanding === null ? undefined : formatOf(understanding, column)),
    report,
    rowAt: sent?.rowAt ?? new Map<number, number>(),
    isEdited,
    invite,
    setInvite,
    isSending: create.isPending,
    isUnderWay: sent !== null && isUnderWay(report) && !query.isError,
    error: create.error ?? (sent === null ? null : query.error),
    take(next: ReadFile | null) {
      setSheet(next)
      setMapping(next === null ? {} : matched(kind, next.header))
      setChosen({})
      setSent(null)
      setEdited(false)
      create.reset()
    },
    map(column: string, index: number) {
      setMapping((before) => ({ ...before, [column]: index }))
      setSent(null)
    },
    choose(column: string, format: Format) {
      setChosen((before) => withFormat(before, column, format))
      setSent(null)
    },
    correct(row: number, column: string, value: string) {
      const at = mapping[column] ?? -1
      if (at < 0) return
      setSheet((before) => before && corrected(before, row, at, value))
      setEdited(true)
    },
    send({ dryRun, keepGood = false }: Sending) {
      if (sheet === null || understanding === null) return
      const { csv, rowAt } = outgoing(kind, sheet, mapping, understanding)
      const body = {
        kind,
        fileName: sheet.fileName.slice(0, 255),
        csv,
        dryRun,
        keepGood,
        invite: kind === 'users' && invite && !dryRun,
      }
      create.mutate(
        { body: parentAccountId === undefined ? body : { ...body, parentAccountId } },
        {
          onSuccess: ({ id }) => {
            setSent({ id, rowAt })
            setEdited(false)
          },
        },
      )
    },
  }
}

const isUnderWay = (report: Import | undefined) =>
  report === undefined || report.status === 'queued' || report.status === 'running'

export type ImportState = ReturnType<typeof useImport>
