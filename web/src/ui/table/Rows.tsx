import { type CSSProperties, Fragment, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, linkOf } from '../columns.ts'
import { InternalLink, useLinks } from '../link.tsx'
import type { List } from '../list.ts'
import { Line, pulse } from '../Skeletons.tsx'
import { type BodyProps, followRowLink, type Groups, grouped } from './body.ts'
import { Check } from './Check.tsx'
import { ColumnHead } from './ColumnHead.tsx'
import { type Choosing, withRows } from './choosing.ts'
import { titleOfCutText } from './cut.ts'
import styles from './Rows.module.css'
import { useScrolls } from './scrolls.ts'

/** The rows as a table. Its frame is focusable only when it scrolls sideways. */
export function Rows<Row>({ list, columns, rowKey, label, rowLink, choosing, groups }: BodyProps<Row>) {
  const { t } = useTranslation('ui')
  const { prefetch } = useLinks()
  const { ref, scrolls } = useScrolls()
  const isLoading = list.status === 'loading'
  const selectable = choosing?.keys ?? []
  const chosenHere = selectable.filter((key) => choosing?.selected.has(key)).length
  const hasFoot = columns.some((column) => column.foot) && !isLoading
  return (
    <div
      ref={ref}
      className={styles.scroll}
      data-scrolls={scrolls || undefined}
      {...(scrolls ? { tabIndex: 0, role: 'region', 'aria-label': label } : {})}
    >
      <table
        className={styles.table}
        aria-label={label}
        aria-busy={isLoading || list.refreshing}
        data-stale={list.refreshing || undefined}
      >
        {isLoading ? (
          <SkeletonHead columns={columns} withCheck={choosing !== undefined} />
        ) : (
          <thead className={styles.head}>
            <tr>
              {choosing && (
                <th className={styles.check} data-some={chosenHere > 0 || undefined}>
                  <Check
                    label={t('table.selectPage')}
                    checked={selectable.length > 0 && chosenHere === selectable.length}
                    partly={chosenHere > 0 && chosenHere < selectable.length}
                    onChange={(checked) => choosing.onChange(withRows(choosing.selected, selectable, checked))}
                  />
                </th>
              )}
              {columns.map((column) => (
                <ColumnHead key={column.id} column={column} list={list} />
              ))}
            </tr>
          </thead>
        )}
        <tbody
          data-calm
          data-outline={isLoading || undefined}
          className={isLoading ? pulse : undefined}
          onPointerOver={titleOfCutText}
        >
          {isLoading && (
            <SkeletonRows columns={columns} count={Math.min(list.state.limit, 20)} withCheck={choosing !== undefined} />
          )}
          {!isLoading &&
            grouped(list.rows, groups).map((group) => (
              <Fragment key={group.key}>
                {groups && (
                  <GroupHead
                    rows={group.rows}
                    rowKey={rowKey}
                    groups={groups}
                    choosing={choosing}
                    span={columns.length}
                  />
                )}
                {group.rows.map((row) => {
                  const key = rowKey(row)
                  return (
                    <RowView
                      key={key}
                      id={key}
                      row={row}
                      columns={columns}
                      href={rowLink?.(row)}
                      prefetch={prefetch}
                      mark={list.live?.markOf(row as object)}
                      check={
                        choosing && {
                          label: choosing.may(row) ? t('table.selectRow', { row: choosing.rowLabel(row) }) : null,
                          chosen: choosing.selected.has(key),
                          choose: (chosen, range) => choosing.choose(key, chosen, range),
                        }
                      }
                    />
                  )
                })}
              </Fragment>
            ))}
        </tbody>
        {hasFoot && <Foot columns={columns} list={list} withCheck={choosing !== undefined} />}
      </table>
    </div>
  )
}

interface GroupHeadProps<Row> {
  rows: readonly Row[]
  rowKey(row: Row): string
  groups: Groups<Row>
  choosing: Choosing<Row> | undefined
  span: number
}

/** The name and the sum of a group, with a box that selects its rows. */
function GroupHead<Row>({ rows, rowKey, groups, choosing, span }: GroupHeadProps<Row>) {
  const { t } = useTranslation('ui')
  const [first] = rows
  if (first === undefined) return null
  const keys = choosing === undefined ? [] : rows.filter(choosing.may).map(rowKey)
  const chosen = keys.filter((key) => choosing?.selected.has(key)).length
  const name = groups.nameOf(first)
  return (
    <tr className={styles.group}>
      {choosing && (
        <td className={styles.check}>
          {keys.length > 0 && (
            <Check
              label={t('table.selectGroup', { group: name })}
              checked={chosen === keys.length}
              partly={chosen > 0 && chosen < keys.length}
              onChange={(checked) => choosing.onChange(withRows(choosing.selected, keys, checked))}
            />
          )}
        </td>
      )}
      <th scope="rowgroup" colSpan={span}>
        {name} <span>{groups.sumOf(rows)}</span>
      </th>
    </tr>
  )
}

interface RowViewProps<Row> {
  id: string
  row: Row
  columns: readonly Column<Row>[]
  href: string | null | undefined
  prefetch: ((href: string) => void) | undefined
  /** What others did to the row while it is shown. */
  mark: 'updated' | 'gone' | undefined
  /** Without a label the row cannot be selected. */
  check: { label: string | null; chosen: boolean; choose: (chosen: boolean, range: boolean) => void } | undefined
}

/** Memoised: when the list only waits for its next page, the rows are not rendered again. */
const RowView = memo(function RowView<Row>({ id, row, columns, href, prefetch, mark, check }: RowViewProps<Row>) {
  const linkColumn = linkOf(columns)
  return (
    <tr
      className={styles.row}
      data-row={id}
      data-linked={href ? true : undefined}
      data-selected={check?.chosen || undefined}
      data-live={mark}
      onClick={href ? followRowLink : undefined}
      onPointerEnter={href && prefetch ? () => prefetch(href) : undefined}
    >
      {check && (
        <td className={styles.check}>
          {check.label !== null && <Check label={check.label} checked={check.chosen} onChange={check.choose} />}
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          data-align={column.align}
          data-strong={column.strong}
          style={{ '--cut': column.width } as CSSProperties}
        >
          {column === linkColumn && href ? (
            <InternalLink href={href} className={styles.rowLink} data-row-link>
              {column.cell(row)}
            </InternalLink>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}) as <Row>(props: RowViewProps<Row>) => ReactNode

interface PlainRowsProps<Row> {
  columns: readonly Column<Row>[]
  withCheck: boolean
}

/**
 * The columns take the width of their rows, so that no width need be guessed. Their names would move sideways when the rows
 * arrive: they are drawn with them.
 */
function SkeletonHead<Row>({ columns, withCheck }: PlainRowsProps<Row>) {
  return (
    <thead className={`${styles.head} ${pulse}`}>
      <tr>
        {withCheck && <td className={styles.check} />}
        {columns.map((column) => (
          <td key={column.id} data-align={column.align} style={{ width: column.width }}>
            <span className={styles.headCell}>
              <Line still width={`${column.header.length}ch`} />
            </span>
          </td>
        ))}
      </tr>
    </thead>
  )
}

function SkeletonRows<Row>({ columns, count, withCheck }: PlainRowsProps<Row> & { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <tr key={row} className={styles.row}>
      {withCheck && <td className={styles.check} />}
      {columns.map((column, index) => (
        <td key={column.id} data-align={column.align}>
          <Line still width={`${45 + ((row * 13 + index * 29) % 45)}%`} />
        </td>
      ))}
    </tr>
  ))
}

function Foot<Row>({ columns, list, withCheck }: PlainRowsProps<Row> & { list: List<Row> }) {
  const { t } = useTranslation('ui')
  return (
    <tfoot className={styles.foot}>
      <tr>
        {withCheck && <td className={styles.check} />}
        {columns.map((column, index) => (
          <td key={column.id} data-align={column.align}>
            {column.foot ? column.foot(list) : index === 0 ? t('table.total') : null}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
