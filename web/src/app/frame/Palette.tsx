import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCornerDownLeft, IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Text } from '../../ui/layout.tsx'
import { targetOf } from '../RouterLink.tsx'
import { type Finding, type FindingGroup, fewestLetters, useFindings } from './findings.ts'
import styles from './Palette.module.css'

interface PaletteProps {
  opened: boolean
  typed: string
  onType: (text: string) => void
  onClose: () => void
}

/** The command palette: opens any screen, or finds orders, keys, products and accounts by typing. */
export default function Palette({ opened, ...search }: PaletteProps) {
  const { t } = useTranslation()
  // Mount closed, then open in an effect, so that the modal saves the focused element on the first opening too.
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return (
    <Modal.Root
      opened={shown}
      onClose={search.onClose}
      size="38rem"
      yOffset="12vh"
      centered={false}
      styles={{ content: { display: 'flex', flexDirection: 'column', overflow: 'hidden' } }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label={t('palette.title')} radius="lg">
        <Search {...search} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** Mounted only while the dialog is open. */
function Search({ typed, onType, onClose }: Omit<PaletteProps, 'opened'>) {
  const { t } = useTranslation()
  const router = useRouter()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [asked] = useDebouncedValue(typed, 150)
  const { groups, settled, failed } = useFindings(asked)
  const [at, setAt] = useState(0)
  const all = groups.flatMap((group) => group.findings)
  const current = Math.min(at, all.length - 1)
  const busy = !settled || asked !== typed

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  function open(finding: Finding | undefined) {
    if (finding === undefined) return
    onClose()
    void router.navigate(targetOf(finding.href))
  }

  function steer(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: all.length - 1 }
    const step = steps[event.key]
    if (step !== undefined && all.length > 0 && !(event.key === 'Home' || event.key === 'End' ? typed !== '' : false)) {
      event.preventDefault()
      setAt((step + all.length) % all.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(all[current])
    }
  }

  return (
    <>
      <div className={styles.head}>
        <IconSearch size={20} stroke={1.6} aria-hidden />
        <input
          className={styles.input}
          data-autofocus
          type="text"
          role="combobox"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={all.length > 0 ? `${id}-${current}` : undefined}
          aria-autocomplete="list"
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          value={typed}
          onChange={(event) => {
            onType(event.target.value)
            setAt(0)
          }}
          onKeyDown={steer}
        />
      </div>
      <div style={{ padding: '0.5rem 0' }} aria-busy={busy}>
        <div role="listbox" id={`${id}-list`} aria-label={t('palette.title')} className={styles.list} ref={list}>
          {groups.map((group, index) => (
            <Group
              key={group.title}
              id={id}
              group={group}
              first={groups.slice(0, index).reduce((count, before) => count + before.findings.length, 0)}
              current={current}
              onPoint={setAt}
              onOpen={open}
            />
          ))}
        </div>
        <Text as="p" kind="small" style={{ padding: '0.5rem 1.125rem' }} role="status">
          {failed && !busy
            ? t('palette.failed')
            : typed.trim().length < fewestLetters
              ? t('palette.hint', { count: fewestLetters })
              : busy
                ? t('palette.searching')
                : all.length === 0
                  ? t('palette.nothing', { text: typed.trim() })
                  : t('palette.results', { count: all.length })}
        </Text>
      </div>
      <Row gap="xl" className={styles.foot} aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.keys.move')}
        </span>
        <span>
          <kbd>
            <IconCornerDownLeft size={11} />
          </kbd>{' '}
          {t('palette.keys.open')}
        </span>
        <span>
          <kbd>Esc</kbd> {t('palette.keys.close')}
        </span>
      </Row>
    </>
  )
}

interface GroupProps {
  id: string
  group: FindingGroup
  /** Index of the group's first result in the whole list. */
  first: number
  current: number
  onPoint: (position: number) => void
  onOpen: (finding: Finding) => void
}

function Group({ id, group, first, current, onPoint, onOpen }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options within a listbox
    <div role="group" aria-labelledby={`${id}-${first}-title`}>
      <div id={`${id}-${first}-title`} className={styles.title}>
        {group.title}
      </div>
      {group.findings.map((finding, index) => {
        const position = first + index
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keyboard and names the active option
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
          <div
            key={finding.href}
            id={`${id}-${position}`}
            role="option"
            aria-selected={position === current}
            className={styles.option}
            onPointerMove={() => onPoint(position)}
            onClick={() => onOpen(finding)}
          >
            <span className={styles.label}>{finding.label}</span>
            {finding.detail && (
              <Text kind="quiet" truncate style={{ fontSize: '0.8125rem' }}>
                {finding.detail}
              </Text>
            )}
          </div>
        )
      })}
    </div>
  )
}
