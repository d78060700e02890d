import { useTranslation } from 'react-i18next'
import { groupColor } from './groups.ts'
import { radiusOf } from './layout.ts'
import styles from './map.module.css'
import type { MapNode } from './tree.ts'
import type { MapWords } from './words.ts'

interface MapLegendProps {
  root: MapNode
  largest: number
  words: MapWords
}

/** The legend: explains colours, sizes and signs in words. */
export function MapLegend({ root, largest, words }: MapLegendProps) {
  const { t } = useTranslation('networkMap')
  const groups = groupsOf(root)
  const amounts = largest > 0 ? [largest, roundly(largest / 10)] : []
  return (
    <section className={styles.legend} aria-label={t('legend')}>
      <ul aria-label={t('groupsTitle')}>
        {groups.map((name) => (
          <li key={name}>
            <span className={styles.swatch} style={{ background: groupColor(name) }} aria-hidden />
            {words.group(name)}
          </li>
        ))}
      </ul>
      <ul aria-label={t('sizes')}>
        {amounts.length > 0 && (
          <>
            <li>
              <Sign>
                <circle className={styles.disc} r={5} />
              </Sign>
              {t('legendDisc')}
            </li>
            <li>
              <Sign>
                <circle className={styles.ring} r={8} />
              </Sign>
              {t('legendRing')}
            </li>
            {amounts.map((amount) => (
              <li key={amount}>
                <Sign size={2 * radiusOf(amount, largest) + 4}>
                  <circle className={styles.ring} r={radiusOf(amount, largest)} />
                </Sign>
                {words.shortMoney(amount)}
              </li>
            ))}
          </>
        )}
        <li>
          <Sign>
            <circle className={styles.ring} r={7} data-empty />
          </Sign>
          {t('legendEmpty')}
        </li>
        {root.expiredLicenses !== null && (
          <li>
            <Sign>
              <g className={styles.warning}>
                <path d="M0-7 8 7H-8Z" />
                <path className={styles.bang} d="M0-2.5V2M0 4.4v.2" />
              </g>
            </Sign>
            {t('legendExpired')}
          </li>
        )}
      </ul>
    </section>
  )
}

function Sign({ size = 20, children }: { size?: number; children: React.ReactNode }) {
  return (
    <svg
      className={styles.sign}
      width={size}
      height={size}
      viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

/** Rounds to one significant digit. */
const roundly = (amount: number) => {
  const power = 10 ** Math.floor(Math.log10(amount))
  return Math.max(power, Math.round(amount / power) * power)
}

/** The groups of a network, highest level first. */
function groupsOf(root: MapNode): string[] {
  const levels = new Map<string, number>()
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    levels.set(node.groupName, node.level)
    waiting.push(...node.children)
  }
  return [...levels].sort(([a, x], [b, y]) => x - y || a.localeCompare(b)).map(([name]) => name)
}
