import type { ImportError } from '@trellis/contract/imports'

/** One line of the list of faults: a fault, or all that have one cause. */
export interface FaultLine {
  key: string
  first: ImportError
  errors: readonly ImportError[]
}

/** So many faults of one cause are one line; fewer are shown by themselves. */
const alike = 5

/** The same reason in the same column. */
export const causeOf = ({ reason, column, details }: ImportError): string => `${reason} ${column} ${details.join(' ')}`

/** Faults in the order of their rows, those of one cause as one line unless its rows were asked for. */
export function linesOf(errors: readonly ImportError[], shownEach: ReadonlySet<string>): FaultLine[] {
  const groups = new Map<string, ImportError[]>()
  for (const error of errors) {
    const cause = causeOf(error)
    const group = groups.get(cause)
    if (group) group.push(error)
    else groups.set(cause, [error])
  }
  return errors.flatMap((error) => {
    const cause = causeOf(error)
    const group = groups.get(cause) ?? []
    if (group.length < alike || shownEach.has(cause))
      return [{ key: `${error.line} ${cause}`, first: error, errors: [error] }]
    return group[0] === error ? [{ key: cause, first: error, errors: group }] : []
  })
}

/** Columns that say which record a row is: they cannot be the same in all rows. */
const keyColumns = ['sku', 'email', 'serialKey', 'validationCode', 'orderRefCode', 'code', 'line']

/** Whether one value for all rows can mend a cause: the parent of all accounts, the group, the currency, the account. */
export const canBeOneForAll = ({ column, reason }: ImportError, kind: string): boolean =>
  column !== null &&
  !keyColumns.includes(column) &&
  !(column === 'accountCode' && (kind === 'accounts' || kind === 'price-list-accounts')) &&
  !['repeated', 'taken', 'parentRefused', 'parentsRefused', 'mayNotChange'].includes(reason)
