import type { Fields, ListFields } from '@trellis/contract/search'
import type * as z from 'zod/mini'
import type { Column } from '../ui/columns.ts'
import { type FieldOptions, fieldOf } from '../ui/field.tsx'

type Name<F> = keyof F & string

/** A field that is filtered by choices needs their words. */
type OptionsOf<Row, F, N> = FieldOptions<Row> &
  (N extends keyof F
    ? F[N] extends { filter: 'choice' | 'flag' | 'number' }
      ? { words: Record<string, string> } | { choices: Record<string, string> }
      : unknown
    : unknown) & {
    /** The field whose filter the column has, if it is another one. */
    filteredBy?: Name<F>
    /** False where the screen does not offer to sort by it, because no index answers that. */
    sort?: false
  }

type ListFieldOptions<Row> = FieldOptions<Row> & { filteredBy?: string; sort?: false }

/**
 * The fields of a list: `const field = fieldsOf(orderList)`, then `field('orderCode', t('code'))` is the whole
 * declaration of a column. Sorting, filter and path are those that the contract declares; cell, text and columns in
 * files follow from the options. With `carried`, the rows have only these fields. A name that the contract does not declare is a field of the rows, has a `path`, or is computed and not in files.
 */
export function fieldsOf<
  I extends z.ZodMiniObject,
  const F extends Fields,
  K extends keyof z.output<I> = keyof z.output<I>,
>({ fields }: Pick<ListFields<F>, 'fields'> & { item: I }, carried?: readonly K[]) {
  type Row = Pick<z.output<I>, K>
  type Needed<N> = Record<never, never> extends OptionsOf<Row, F, N> ? [OptionsOf<Row, F, N>?] : [OptionsOf<Row, F, N>]
  return <N extends Name<F> | Name<Row> | (string & Record<never, never>)>(
    name: N,
    header: string,
    ...[options]: N extends Name<F> | Name<Row>
      ? Needed<N>
      : [FieldOptions<Row> & ({ path: string } | { cell: FieldOptions<Row>['cell']; file: null })]
  ): Column<Row> => {
    const { filteredBy = name, sort = true, ...others } = (options ?? {}) as ListFieldOptions<Row>
    const { path, sort: sortable } = fields[name] ?? {}
    const filter = fields[filteredBy]?.filter
    const head = (path ?? others.path ?? name).split('.')[0] as string
    if (carried && others.cell === undefined && !carried.some((each) => each === head))
      throw new Error(`The rows do not carry ${head}`)
    return fieldOf<Row>(name, header, {
      ...(path !== undefined && { path }),
      ...others,
      ...(sort && sortable && { sort: name }),
      ...(filter &&
        filter !== 'exact' && { filter: { field: filteredBy, kind: filter === 'text' ? 'text' : 'choice' } }),
    })
  }
}
