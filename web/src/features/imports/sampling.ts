import type { CsvRecord } from '@trellis/contract/csv'

/*
 * Of a file that is too large to be held, the rows that show all that is asked about it: the first ones, each that has a word or a
 * form of value which its column did not have before, and the last ones, where notes stand.
 */

const firstRows = 300
/** As many as `openRows` looks at for notes. */
const lastRows = 50
/** Different words of a column, and forms of its values, beyond which further ones say nothing new. */
const [mostWords, mostForms] = [200, 60]
/** A longer text is no word that could be translated. */
const longestWord = 60

interface Seen {
  words: Set<string>
  forms: Set<string>
}

export interface Sampling {
  push(record: CsvRecord): void
  /** The chosen rows in their order, and how many there were. */
  end(): { records: CsvRecord[]; rows: number }
}

/**
 * The form of an amount, a date or a code: its signs, and of its digits how many there are. Of two digits it counts whether they can
 * be a month, which tells `13/01` from `01/02`.
 */
export const formOf = (cell: string): string =>
  cell
    .slice(0, 40)
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, (digits) =>
      digits.length > 2 ? `9${Math.min(digits.length, 5)}` : Number(digits) > 12 ? 'D' : 'd',
    )

export function openSampling(): Sampling {
  const columns: Seen[] = []
  const chosen: CsvRecord[] = []
  let last: CsvRecord[] = []
  let rows = 0

  const tellsMore = (cell: string, at: number): boolean => {
    columns[at] ??= { words: new Set(), forms: new Set() }
    const { words, forms } = columns[at]
    let isNew = false
    if (words.size < mostWords && cell.length <= longestWord && !words.has(cell)) {
      words.add(cell)
      isNew = true
    }
    if (forms.size < mostForms) {
      const form = formOf(cell)
      if (!forms.has(form)) {
        forms.add(form)
        isNew = true
      }
    }
    return isNew
  }

  return {
    push(record) {
      rows += 1
      // Every cell is looked at, so that a later row is not chosen for what this one has shown.
      const isNew = record.cells.map(tellsMore).includes(true)
      if (isNew || rows <= firstRows) chosen.push(record)
      else {
        last.push(record)
        if (last.length > 2 * lastRows) last = last.slice(-lastRows)
      }
    },
    end: () => ({ records: [...chosen, ...last.slice(-lastRows)].sort((a, b) => a.line - b.line), rows }),
  }
}
