import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Text } from '../../ui/layout.tsx'
import type { Finding, FindingGroup } from './findings.ts'
import styles from './Palette.module.css'

interface GroupProps {
  id: string
  group: FindingGroup
  /** Index of the group's first result in the whole list. */
  first: number
  current: number
  onPoint: (position: number) => void
  onOpen: (finding: Finding) => void
  onActions: (finding: Finding) => void
}

/** Results of one kind. */
export function PaletteGroup({ id, group, first, current, onPoint, onOpen, onActions }: GroupProps) {
  const { t } = useTranslation(['common', 'palette'])
  return (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options within a listbox
    <div role="group" aria-labelledby={`${id}-${first}-title`}>
      <div id={`${id}-${first}-title`} className={styles.title}>
        {group.title}
      </div>
      {group.findings.map((finding, index) => {
        const position = first + index
        const acts = finding.actions.length > 0
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keyboard and names the active option
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
          <div
            key={finding.accountId ?? finding.href}
            id={`${id}-${position}`}
            role="option"
            aria-selected={position === current}
            aria-description={acts ? t('palette:hasActions') : undefined}
            className={styles.option}
            onPointerMove={() => onPoint(position)}
            onClick={() => onOpen(finding)}
          >
            <span className={styles.label}>{finding.label}</span>
            <span className={styles.end}>
              {finding.detail && (
                <Text kind="quiet" truncate style={{ fontSize: '0.8125rem' }}>
                  {finding.detail}
                </Text>
              )}
              {acts && (
                // An option has no buttons inside; by keyboard the right arrow and Tab do the same.
                <span
                  className={styles.more}
                  title={t('palette:actionsOf', { title: finding.label })}
                  aria-hidden
                  onClick={(event) => {
                    event.stopPropagation()
                    onActions(finding)
                  }}
                >
                  <IconDots size={18} stroke={1.8} />
                </span>
              )}
            </span>
          </div>
        )
      })}
    </div>
  )
}

interface ActionsProps {
  id: string
  of: Finding
  current: number
  onPoint: (position: number) => void
  onChoose: (position: number) => void
}

/** What can be done with a result; the first is to open it. */
export function PaletteActions({ id, of, current, onPoint, onChoose }: ActionsProps) {
  const { t } = useTranslation(['common', 'palette'])
  const labels = [t('palette:actions.open'), ...of.actions.map(({ does }) => t(`palette:actions.${does}`))]
  return (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options within a listbox
    <div role="group" aria-labelledby={`${id}-title`}>
      <div id={`${id}-title`} className={styles.title}>
        {of.label}
      </div>
      {labels.map((label, position) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keyboard and names the active option
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
        <div
          key={label}
          id={`${id}-${position}`}
          role="option"
          aria-selected={position === current}
          className={styles.option}
          onPointerMove={() => onPoint(position)}
          onClick={() => onChoose(position)}
        >
          <span className={styles.label}>{label}</span>
        </div>
      ))}
    </div>
  )
}
