import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import styles from './today.module.css'
import type { Desk } from './today.ts'
import type { QueueState } from './useQueue.ts'
import { roundMoney } from './worth.ts'

/** The rows that are decided together, with what they are worth, and one button for each kind. */
export function Together({ desk, queue }: { desk: Desk; queue: QueueState }) {
  const { t } = useTranslation('today')
  const { language } = useLocale()
  const { together, clear } = queue
  const sums = new Map<string, number>()
  for (const { amount, currencyCode } of together)
    if (amount !== null && currencyCode !== null) sums.set(currencyCode, (sums.get(currencyCode) ?? 0) + amount)
  return (
    <Stack as="section" gap="none" className={styles.pane} aria-label={t('together.title', { count: together.length })}>
      <Stack gap="md" className={styles.record}>
        <Row justify="between" align="baseline" nowrap gap="md">
          <Text as="h2" kind="title">
            {t('together.title', { count: together.length })}
          </Text>
          <span className={styles.sum}>
            {[...sums].map(([currency, amount]) => roundMoney(amount, currency, language)).join(' + ')}
          </span>
        </Row>
        <ul className={styles.list}>
          {together.slice(0, 8).map(({ recordId, name, code, amount, currencyCode }) => (
            <li key={recordId}>
              <span>{name || code}</span>
              {amount !== null && <Money amount={amount} currency={currencyCode} />}
            </li>
          ))}
        </ul>
        {together.length > 8 && <Text kind="small">{t('pane.more', { count: together.length - 8 })}</Text>}
      </Stack>
      <Row gap="xs" className={styles.acts}>
        {desk.togetherOn(together).map(({ does, count, run }, at) => (
          <Button
            key={does}
            variant={at === 0 ? 'filled' : 'default'}
            rightSection={at === 0 ? <span data-key="A" aria-hidden /> : undefined}
            disabled={desk.busy}
            onClick={run}
          >
            {t(`together.${does}`, { count })}
          </Button>
        ))}
        {desk.togetherOn(together).length === 0 && <Text kind="small">{t('together.none')}</Text>}
        <Button variant="subtle" onClick={clear}>
          {t('together.clear')}
        </Button>
      </Row>
    </Stack>
  )
}
