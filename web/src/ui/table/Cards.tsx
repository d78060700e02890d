import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, linkOf } from '../columns.ts'
import { Row, Stack, Text } from '../layout.tsx'
import { InternalLink } from '../link.tsx'
import { Line } from '../Skeletons.tsx'
import { type BodyProps, followRowLink, grouped } from './body.ts'
import styles from './Cards.module.css'
import { Check } from './Check.tsx'
import rows from './Rows.module.css'

/** The rows as cards, for narrow screens: the first column is the card's name, the others are its facts. */
export function Cards<Item>({ list, columns, rowKey, label, rowLink, choosing, groups }: BodyProps<Item>) {
  const { t } = useTranslation('ui')
  const [name, ...others] = columns
  const linked = linkOf(columns)
  const corner = others.filter((column) => column.card === 'corner')
  // The value at the end of the line is the last.
  const second = (['line', 'named', 'end'] as const).flatMap((place) =>
    others.filter((column) => column.card === place),
  )
  const isShort = second.length > 0
  const facts = isShort ? second : others.filter((column) => column.card !== 'corner' && column.card !== 'none')
  const factsStyle = isShort ? styles.second : styles.facts
  const isLoading = list.status === 'loading'
  const feet = isLoading ? [] : columns.filter((column) => column.foot)
  const total = t('table.total')
  if (!name) return null
  return (
    <div aria-busy={isLoading || list.refreshing} data-stale={list.refreshing || undefined} className={styles.cards}>
      <Stack as="ul" gap="none" aria-label={label} data-calm data-outline={isLoading || undefined}>
        {isLoading &&
          Array.from({ length: 6 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <li key={index} className={styles.card}>
              <Line width="50%" />
              <dl className={factsStyle}>
                {facts.slice(0, isShort ? 1 : 4).map((column) => (
                  <CardFact key={column.id} label={column.header}>
                    <Line width={isShort ? '9rem' : '60%'} />
                  </CardFact>
                ))}
              </dl>
            </li>
          ))}
        {!isLoading &&
          grouped(list.rows, groups).map((group) => (
            <Fragment key={group.key}>
              {groups && group.rows[0] !== undefined && (
                <li className={styles.group}>
                  {groups.nameOf(group.rows[0])} <Text kind="small">{groups.sumOf(group.rows)}</Text>
                </li>
              )}
              {group.rows.map((row) => {
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
                    <Row gap="0.625rem" nowrap className={styles.cardName} data-short={isShort || undefined}>
                      {choosing?.may(row) && (
                        <Check
                          label={t('table.selectRow', { row: choosing.rowLabel(row) })}
                          checked={choosing.selected.has(key)}
                          onChange={(checked, range) => choosing.choose(key, checked, range)}
                        />
                      )}
                      <Linked href={linked === name ? href : null}>{name.cell(row)}</Linked>
                      {corner.length > 0 && (
                        <Row as="span" gap="0.375rem" justify="end" className={styles.corner}>
                          {corner.map((column) => (
                            <Fragment key={column.id}>{column.cell(row)}</Fragment>
                          ))}
                        </Row>
                      )}
                    </Row>
                    <dl className={factsStyle}>
                      {facts.map((column) => (
                        <CardFact key={column.id} label={column.header} card={column.card}>
                          <Linked href={linked === column ? href : null}>{column.cell(row)}</Linked>
                        </CardFact>
                      ))}
                    </dl>
                  </li>
                )
              })}
            </Fragment>
          ))}
      </Stack>
      {feet.length > 0 && (
        <dl className={`${styles.facts} ${styles.cardFeet}`}>
          {feet.map((column) => (
            <CardFact
              key={column.id}
              label={column.header === total ? total : t('table.totalOf', { column: column.header })}
            >
              {column.foot?.(list)}
            </CardFact>
          ))}
        </dl>
      )}
    </div>
  )
}

/** The link of the card, around the cell that has it. */
const Linked = ({ href, children }: { href: string | null | undefined; children: ReactNode }) =>
  href ? (
    <InternalLink href={href} className={rows.rowLink} data-row-link>
      {children}
    </InternalLink>
  ) : (
    children
  )

interface CardFactProps {
  label: string
  card?: Column<never>['card']
  children: ReactNode
}

const CardFact = ({ label, card, children }: CardFactProps) => (
  <div data-card={card}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
