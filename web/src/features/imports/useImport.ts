import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Layout } from '@trellis/contract/import-plan'
import type { ColumnSource } from '@trellis/contract/import-recipe'
import { type Import, type ImportKind, imports } from '@trellis/contract/imports'
import { useEffect, useMemo, useRef, useState } from 'react'
import { markStale, queryOf, type Stale } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import {
  formatOf,
  hasGaps,
  lacking,
  matched,
  placeOf,
  recipeOf,
  samplesOf,
  type Understanding,
  understand,
  untranslated,
} from './columns.ts'
import { corrected, outgoing } from './outgoing.ts'
import { type ReadFile, withRows } from './sheet.ts'
import { nameOf } from './upload.ts'
import { useUpload } from './useUpload.ts'

/** What the screens read anew after an import, or after it was undone. */
export const stale: Record<ImportKind, readonly Stale[]> = {
  settings: ['/tenants', '/accounts'],
  roles: ['/roles', '/users'],
  accounts: ['/accounts'],
  addresses: ['/accounts'],
  users: ['/users'],
  features: ['/productsType'],
  'product-types': ['/productsType', '/products'],
  products: ['/products', '/productsType'],
  'price-lists': ['/pricelists', '/products'],
  'price-list-accounts': ['/pricelists', '/products'],
  'price-plans': ['/pricelists', '/pricePlans'],
  stock: ['/orders', '/products'],
  thresholds: ['/stocks'],
  orders: ['/orders'],
  licenses: ['/licenses'],
  seats: ['/licenses'],
  environments: ['/environments'],
  certificates: ['/certificates'],
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
  /** Where each of our columns comes from. */
  const [layout, setLayout] = useState<Layout>({ columns: {} })
  const [sent, setSent] = useState<Sent | null>(null)
  /** The sheet or mapping was changed after the last dry run. */
  const [isEdited, setEdited] = useState(false)
  /** Whether to send invitations to new users. */
  const [invite, setInvite] = useState(true)
  const create = useWrite(imports.create, { invalidates: [imports.list], quiet: 'all' })
  const cancel = useWrite(imports.cancel, { invalidates: [imports.list, imports.read], quiet: ['RQ409'] })
  const upload = useUpload(kind)
  const query = useQuery({
    ...queryOf(imports.read, { params: { id: sent?.id ?? '' } }),
    enabled: sent !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? 500 : false),
  })
  const understanding = useMemo(() => (sheet === null ? null : understand(kind, sheet, layout)), [kind, sheet, layout])
  const report = sent === null ? undefined : query.data
  const told = useRef<string | null>(null)
  useEffect(() => {
    if (report?.status !== 'done' || report.dryRun || told.current === report.importId) return
    told.current = report.importId
    void markStale(client, stale[kind])
  }, [report, client, kind])

  /** Rows that were corrected stay as they are. */
  function lay(next: Layout) {
    setLayout(next)
    if (!isEdited) setSheet((before) => before && withRows(kind, before, next))
    setSent(null)
  }

  return {
    sheet,
    layout,
    understanding,
    /** Columns that must be chosen before the file can be sent. */
    lacks: understanding === null ? [] : lacking(understanding),
    /** Words that must be translated before. */
    untranslated: understanding === null ? [] : untranslated(understanding),
    /** Where the cells of a column stand in the file as they are; -1 for none. */
    placeOf: (column: string) =>
      understanding === null || sheet === null || sheet.large !== null ? -1 : placeOf(understanding.plan, column),
    /** The first values of a column, as they would be imported. */
    samples: (column: string) => (understanding === null ? [] : samplesOf(understanding, column)),
    /** Columns whose heading names thousands, until it is said what it means. */
    unitsOpen: understanding?.plan.units ?? [],
    /** Whether some row of the file lacks a value of a column that it must have. */
    hasGaps: (column: string) => understanding !== null && sheet !== null && hasGaps(understanding, sheet, column),
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
    isSending: create.isPending || upload.share !== null,
    /** How much of a large file has arrived, from 0 to 1; null while none is sent. */
    sentShare: upload.share,
    isUnderWay: sent !== null && isUnderWay(report) && !query.isError,
    error: upload.error ?? create.error ?? (sent === null ? null : query.error),
    /** Whether a large file broke off on its way: the next try goes on from there. */
    isBrokenOff: upload.error !== null,
    isStopping: cancel.isPending,
    stop() {
      upload.stop()
      if (sent !== null && isUnderWay(report)) cancel.mutate({ params: { id: sent.id } })
    },
    take(next: ReadFile | null) {
      setSheet(next)
      setLayout(next === null ? { columns: {} } : (next.wishes.recipe ?? matched(kind, next.header)))
      setSent(null)
      setEdited(false)
      create.reset()
      upload.reset()
    },
    /** Says where a column comes from; null: it is not in the file. */
    say(column: string, source: ColumnSource | null) {
      const { [column]: _, ...others } = layout.columns
      lay({ ...layout, columns: source === null ? others : { ...others, [column]: source } })
    },
    translate(column: string, word: string, value: string) {
      const source = layout.columns[column] ?? {}
      const words = { ...source.words, [word.toLowerCase()]: value }
      lay({ ...layout, columns: { ...layout.columns, [column]: { ...source, words } } })
    },
    /** Whether the columns that come several times in a row become lines. */
    takeLines(isTaken: boolean) {
      if (sheet !== null) lay({ ...layout, lines: isTaken ? matched(kind, sheet.header).lines : [] })
    },
    correct(row: number, column: string, value: string) {
      const at = understanding === null ? -1 : placeOf(understanding.plan, column)
      if (at < 0) return
      setSheet((before) => before && corrected(before, row, at, value))
      setEdited(true)
    },
    async send({ dryRun, keepGood = false }: Sending) {
      if (sheet === null || understanding === null) return
      setSent(null)
      const content = await contentOf(kind, sheet, understanding, layout, upload.send)
      if (content === null) return
      const { rowAt, ...file } = content
      const body = { kind, ...file, dryRun, keepGood, invite: kind === 'users' && invite && !dryRun }
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

/** What is sent of a file: the rows as the portal reads them, or a large one as it is, with its recipe. Null: it did not arrive. */
async function contentOf(
  kind: ImportKind,
  sheet: ReadFile,
  understanding: Understanding,
  layout: Layout,
  upload: (file: File) => Promise<string | null>,
) {
  const fileName = nameOf(sheet.file)
  if (sheet.large === null) return { fileName, ...outgoing(understanding) }
  const uploadId = await upload(sheet.file)
  if (uploadId === null) return null
  const { encoding } = sheet.wishes
  return {
    fileName,
    uploadId,
    recipe: recipeOf(fileName, kind, sheet, understanding, layout),
    headerLine: sheet.headerLine,
    ...(encoding !== undefined && { encoding }),
    rowAt: new Map<number, number>(),
  }
}

const isUnderWay = (report: Import | undefined) =>
  report === undefined || report.status === 'queued' || report.status === 'running'

export type ImportState = ReturnType<typeof useImport>
