import { type ImportKind, importColumns } from './import-columns.ts'
import { columnSynonyms, kindSynonyms } from './import-synonyms.ts'
import { unitOf } from './import-units.ts'

/** A text reduced to letters and digits without case and accents, to compare names in different spellings. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

export interface HeaderMatch {
  /** The index of each of our columns in the file; -1 for a missing one. */
  places: Record<string, number>
  /** Names that match none of our columns. */
  unknown: string[]
  /** Our columns that two columns of the file match equally well. */
  twice: string[]
  /** Required columns that are not in the file. */
  missing: string[]
}

const plainNames = new Map(Object.keys(columnSynonyms).map((column) => [plainText(column), column] as const))
const synonyms = new Map(
  Object.entries(columnSynonyms).map(([column, names]) => [column, new Set(names.map(plainText))] as const),
)

const ofKind = new Map(
  Object.entries(kindSynonyms).map(([kind, columns]) => [
    kind,
    new Map(Object.entries(columns).map(([column, names]) => [column, new Set(names.map(plainText))] as const)),
  ]),
)

/**
 * A name without what programs put before and behind it: `Deal - Stage`, `First Name [Required]`, `Probability (%)`, `Name *`,
 * `Price EUR`.
 */
const withoutAffix = (name: string) =>
  plainText(
    unitOf(name.replace(/^(deal|organization|person|product|lead) - /i, '')).bare.replace(/\[[^\]]*\]|\([^)]*\)/g, ''),
  )

interface GivenName {
  name: string
  plain: string
  /** Without its affix. */
  bare: string
}

/**
 * How well a name in a file matches one of our columns: 3 exactly, 2 except for case and spaces, 1 as a synonym, 0 not
 * at all.
 */
function fitOf(kind: ImportKind, { name, plain, bare }: GivenName, column: string): number {
  if (name === column) return 3
  if (plain === '') return 0
  if (plainNames.get(plain) === column) return 2
  const isSynonym = (text: string) =>
    text !== '' && (synonyms.get(column)?.has(text) || ofKind.get(kind)?.get(column)?.has(text))
  return isSynonym(plain) || isSynonym(bare) || plainNames.get(bare) === column ? 1 : 0
}

/**
 * Finds the columns of an import file by the names in its first row; the better match wins. A column that matches one
 * of ours less well than another column does is ignored: an export has both a readable and an exact creation date.
 */
export function matchHeader(kind: ImportKind, header: readonly string[]): HeaderMatch {
  const names = header.map((name) => name.trim())
  const columns = importColumns[kind]
  // Once for each name: a file may have a hundred thousand.
  const given = names.map((name) => ({ name, plain: plainText(name), bare: withoutAffix(name) }))
  const fits = new Map(
    columns.map(({ name: column }) => [
      column,
      given.flatMap((each, at) => {
        const fit = fitOf(kind, each, column)
        return fit > 0 ? [{ at, fit }] : []
      }),
    ]),
  )
  const places: Record<string, number> = {}
  const used = new Set<number>()
  const twice: string[] = []
  const placedBy: Record<string, number> = {}
  for (const level of [3, 2, 1]) {
    const fitting = (name: string) =>
      fits.get(name)?.flatMap(({ at, fit }) => (fit === level && !used.has(at) ? [at] : [])) ?? []
    for (const { name } of columns) {
      const [first] = places[name] === undefined ? fitting(name) : []
      if (first === undefined) continue
      places[name] = first
      placedBy[name] = level
      used.add(first)
    }
    // The remaining names match a column that already has its place.
    for (const { name } of columns) {
      for (const at of fitting(name)) {
        const other = names[at] as string
        const isSame = names[places[name] as number]?.toLowerCase() === other.toLowerCase()
        if (isSame) twice.push(other)
        // Of two synonyms the second is not imported, and is named as such.
        if (isSame || level > 1 || (placedBy[name] ?? 0) > 1) used.add(at)
      }
    }
  }
  for (const { name } of columns) places[name] ??= -1
  const last = names.findLastIndex((name) => name !== '')
  const isUnknown = (name: string, at: number) => !used.has(at) && at <= last && !isExportOnly(kind, name)
  return {
    places,
    unknown: names.flatMap((name, at) => (isUnknown(name, at) ? [name === '' ? `#${at + 1}` : name] : [])),
    twice,
    missing: columns.filter(({ name, required }) => required && places[name] === -1).map(({ name }) => name),
  }
}

const lastChange = ['Last change', 'Ultima modifica']
/** Further column headers of the portal's own exports, in both languages, which an import ignores. */
const exportOnly: Partial<Record<ImportKind, readonly string[]>> = {
  accounts: ['Certificates', 'Certificati', 'Id', ...lastChange],
  users: ['Invited on', 'Invitato il', 'Invited by', 'Invitato da', 'Second factor', 'Secondo fattore', ...lastChange],
  products: ['Your price', 'Il tuo prezzo', 'In stock', 'Giacenza', ...lastChange],
  stock: ['Description', 'Descrizione', 'Available', 'Disponibile', 'Warn below', 'Avvisa sotto'],
  licenses: [
    ...[
      'Seats occupied',
      'Posti occupati',
      'Postazioni occupate',
      'Expiration',
      'Scadenza',
      'Maintenance until',
      'Fine manutenzione',
    ],
    ...['Exported', 'Esportata', 'Maintenance', 'Manutenzione', 'Type', 'Tipo'],
  ],
  certifications: ['Guest', 'Ospite', 'Account', ...lastChange],
}
const exportOnlyPlain = new Map(
  Object.entries(exportOnly).map(([kind, names]) => [kind, new Set(names.map(plainText))] as const),
)
const isExportOnly = (kind: ImportKind, name: string): boolean =>
  exportOnlyPlain.get(kind)?.has(plainText(name)) ?? false
