import { useTranslation } from 'react-i18next'
import { Row, Text } from '../layout.tsx'
import { InternalLink } from '../link.tsx'
import type { List } from '../list.ts'
import { Money } from '../Money.tsx'
import styles from './Summary.module.css'

interface SummaryProps {
  list: Pick<List<unknown>, 'status' | 'refreshing'>
  /** "44 sales". */
  count: string
  /** The sum of all matching rows, one amount for each currency. */
  sums?: readonly { currencyCode: string; amount: number }[] | undefined
  /** What waits for the reader, with the list of it. */
  waits?: { words: string; href: string } | undefined
}

/** What a list comes to, beside its title: how many, how much, and how many of them wait for the reader. */
export function Summary({ list, count, sums = [], waits }: SummaryProps) {
  const { t } = useTranslation('ui')
  if (list.status !== 'ready') return null
  return (
    <Row as="span" className={styles.summary}>
      <Text kind="small" className={styles.part}>
        {count}
      </Text>
      {sums.length > 0 && (
        <Text kind="small" className={styles.part} title={t('table.total')}>
          {sums.map(({ currencyCode, amount }, index) => (
            <span key={currencyCode}>
              {index > 0 && ' + '}
              <Money amount={amount} currency={currencyCode} />
            </span>
          ))}
        </Text>
      )}
      {waits && (
        <InternalLink href={waits.href} className={`${styles.part} ${styles.waits}`}>
          {waits.words}
        </InternalLink>
      )}
    </Row>
  )
}
