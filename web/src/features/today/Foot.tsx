import { useTranslation } from 'react-i18next'
import { Row } from '../../ui/layout.tsx'
import { figuresPlace, showFigures } from './figures.ts'
import styles from './today.module.css'

/** The keys, told once where there are rows to decide, and the way to the figures. */
export function Foot({ hasRows }: { hasRows: boolean }) {
  const { t } = useTranslation('today')
  const key = (keys: readonly string[], does: string) => (
    <span className={styles.hint}>
      {keys.map((each) => (
        <kbd key={each}>{each}</kbd>
      ))}
      {does}
    </span>
  )
  return (
    <Row as="footer" justify="between" className={styles.foot}>
      {hasRows && (
        <Row gap="md" className={styles.keys}>
          {key(['↑', '↓'], t('keys.move'))}
          {key(['A'], t('keys.approve'))}
          {key(['R'], t('keys.refuse'))}
          {key(['X'], t('keys.choose'))}
          {key(['U'], t('keys.undo'))}
          {key(['?'], t('keys.all'))}
        </Row>
      )}
      <a
        href={`#${figuresPlace}`}
        className={styles.down}
        onClick={(event) => {
          event.preventDefault()
          showFigures()
        }}
      >
        {t('figures')} <span aria-hidden>↓</span>
      </a>
    </Row>
  )
}
