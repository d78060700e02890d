import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../DataTable.module.css'
import { InternalLink } from '../link.tsx'
import { Line } from '../Skeletons.tsx'
import { type BodyProps, followRowLink } from './body.ts'
import { Check } from './Check.tsx'

/** The rows as cards, for narrow screens: the first column is the card's name, the others are its facts. */
export function Cards<Row>({ list, columns, rowKey, label, rowLink, choosing }: BodyProps<Row>) {
  const { t } = useTranslation('ui')
  const [name, ...others] = columns
  const corner = others.filter((column) => column.card === 'corner')
  const facts = others.filter((column) => column.card !== 'corner' && column.card !== 'none')
  const isLoading = list.status === 'loading'
  const feet = isLoading ? [] : columns.filter((column) => column.foot)
  if (!name) return null
  return (
    <div aria-busy={isLoading || list.refreshing} data-stale={list.refreshing || undefined} className={styles.cards}>
      <ul className={styles.cardList} aria-label={label}>
        {isLoading &&
          Array.from({ length: 6 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <li key={index} className={styles.card}>
              <Line width="50%" />
              <dl className={styles.facts}>
                {facts.slice(0, 4).map((column) => (
                  <div key={column.id} className={styles.fact}>
                    <dt>{column.header}</dt>
                    <dd>
                      <Line width="60%" />
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        {!isLoading &&
          list.rows.map((row) => {
            const key = rowKey(row)
            const href = rowLink?.(row)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users use the card's link; the card is only a larger click target
              <li
                key={key}
                className={styles.card}
                data-row={key}
                data-linked={href ? true : undefined}
                data-live={list.live?.markOf(row as object)}
                onClick={href ? followRowLink : undefined}
              >
                <div className={styles.cardName}>
                  {choosing?.may(row) && (
                    <Check
                      label={t('table.selectRow', { row: choosing.rowLabel(row) })}
                      checked={choosing.selected.has(key)}
                      onChange={(checked, range) => choosing.choose(key, checked, range)}
                    />
                  )}
                  {href ? (
                    <InternalLink href={href} className={styles.rowLink} data-row-link>
                      {name.cell(row)}
                    </InternalLink>
                  ) : (
                    name.cell(row)
                  )}
                  {corner.length > 0 && (
                    <span className={styles.corner}>
                      {corner.map((column) => (
                        <Fragment key={column.id}>{column.cell(row)}</Fragment>
                      ))}
                    </span>
                  )}
                </div>
                <dl className={styles.facts}>
                  {facts.map((column) => (
                    <div key={column.id} className={styles.fact} data-wide={column.card === 'wide' || undefined}>
                      <dt>{column.header}</dt>
                      <dd>{column.cell(row)}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            )
          })}
      </ul>
      {feet.length > 0 && (
        <dl className={styles.cardFeet}>
          {feet.map((column) => (
            <div key={column.id} className={styles.fact}>
              <dt>{t('table.totalOf', { column: column.header })}</dt>
              <dd>{column.foot?.(list)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
