import { IconAlertTriangle } from '@tabler/icons-react'
import { canHaveChildren } from '@trellis/contract/placement'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CertificateBadges } from '../../../app/CertificateBadges.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EntityLink } from '../../../ui/EntityLink.tsx'
import { Row } from '../../../ui/layout.tsx'
import { groupColor } from './groups.ts'
import type { Placed } from './layout.ts'
import styles from './map.module.css'
import { expiredOf, pathTo } from './tree.ts'
import type { MapWords } from './words.ts'

interface MapCardProps {
  placed: Placed
  words: MapWords
  toggle: (placed: Placed) => void
}

/** Details of the account under the pointer, otherwise of the account selected with the keyboard. */
export function MapCard({ placed, words, toggle }: MapCardProps) {
  const { t } = useTranslation('networkMap')
  const { node, rest, expandable, expanded } = placed
  const isRest = rest.length > 0
  const path = isRest ? [...pathTo(node), node] : pathTo(node)
  const expired = isRest ? rest.reduce((sum, each) => sum + expiredOf(each), 0) : expiredOf(node)
  return (
    <div className={styles.card}>
      {path.length > 0 && <p className={styles.path}>{path.map(({ name }) => name).join(' › ')}</p>}
      <p className={styles.title}>
        {isRest ? words.several(rest) : <EntityLink href={`/accounts/${node.id}`}>{node.name}</EntityLink>}
      </p>
      {!isRest && (
        <p className={styles.kind}>
          <span className={styles.swatch} style={{ background: groupColor(node.groupName) }} aria-hidden />
          {words.group(node.groupName)} · {node.code}
        </p>
      )}
      {!isRest && node.certificatesBadges.length > 0 && (
        <Row gap="xs">
          <CertificateBadges badges={node.certificatesBadges} />
        </Row>
      )}
      <dl className={styles.facts}>
        {!isRest && node.sellOut !== null && <Fact term={t('sold')}>{words.money(node.sellOut)}</Fact>}
        {!isRest && node.children.length > 0 && node.sellOutOfBranch !== null && (
          <Fact term={t('soldOfBranch')}>{words.money(node.sellOutOfBranch)}</Fact>
        )}
        {!isRest && node.parent !== null && (node.sellOutOfBranch ?? 0) > 0 && (
          <Fact term={t('share')}>{words.share(node)}</Fact>
        )}
        {!isRest && canHaveChildren(node.level) && (
          <Fact term={t('below')}>{node.below === 0 ? t('nobodyBelow') : words.number(node.below)}</Fact>
        )}
        {node.expiredLicenses !== null && (
          <Fact term={t('expired')}>
            {expired > 0 ? (
              <span className={styles.alarm}>
                <IconAlertTriangle size={14} aria-hidden />
                {isRest || node.expiredBelow === 0
                  ? words.number(expired)
                  : t(node.expiredLicenses === 0 ? 'expiredHidden' : 'expiredMany', {
                      own: words.number(node.expiredLicenses),
                      below: words.number(node.expiredBelow),
                    })}
              </span>
            ) : (
              '0'
            )}
          </Fact>
        )}
      </dl>
      {expandable && (
        <Button variant="default" size="compact-xs" onClick={() => toggle(placed)}>
          {t(isRest ? 'showThem' : expanded ? 'closeBranch' : 'openBranch')}
        </Button>
      )}
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
