import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowLeft, IconArrowRight, IconCornerDownLeft, IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Text } from '../../ui/layout.tsx'
import { toast } from '../../ui/toast.tsx'
import { targetOf } from '../RouterLink.tsx'
import { useRemember } from '../useRemembered.ts'
import { type Finding, fewestLetters, useFindings } from './findings.ts'
import type { HitAction } from './hits.ts'
import styles from './Palette.module.css'
import { PaletteActions, PaletteGroup } from './PaletteList.tsx'

interface PaletteProps {
  opened: boolean
  typed: string
  onType: (text: string) => void
  onClose: () => void
  onApprove: (orderId: string) => void
}

/** The command palette: opens any screen, and finds any record by a code, name or e-mail address, to open it or act on it. */
export default function Palette({ opened, ...search }: PaletteProps) {
  const { t } = useTranslation()
  // Mount closed, then open in an effect, so that the modal saves the focused element on the first opening too.
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  /** Another screen was chosen: the focus goes there, and not back to where the palette was opened. */
  const [leaves, setLeaves] = useState(false)
  return (
    <Modal.Root
      opened={shown}
      onClose={search.onClose}
      returnFocus={!leaves}
      onExitTransitionEnd={() => {
        if (leaves) focusContent()
        setLeaves(false)
      }}
      // The search handles it: it may only lead back from the actions of a hit.
      closeOnEscape={false}
      size="38rem"
      yOffset="12vh"
      centered={false}
      styles={{ content: { display: 'flex', flexDirection: 'column', overflow: 'hidden' } }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label={t('palette.title')} radius="lg">
        <Search {...search} onLeave={() => setLeaves(true)} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** Unless a field of the new screen has taken the focus already. */
function focusContent(): void {
  const content = document.getElementById('content')
  if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true })
}

/** Mounted only while the dialog is open. */
function Search({
  typed,
  onType,
  onClose,
  onApprove,
  onLeave,
}: Omit<PaletteProps, 'opened'> & { onLeave: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  const remember = useRemember()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [asked] = useDebouncedValue(typed, 150)
  const { groups, settled, failed } = useFindings(asked)
  const [at, setAt] = useState(0)
  /** The hit whose actions are shown in place of the results. */
  const [acting, setActing] = useState<Finding | null>(null)
  const [actionAt, setActionAt] = useState(0)
  /** Enter was pressed before the results arrived: the first one is opened when they do. */
  const [opensFirst, setOpensFirst] = useState(false)
  const all = groups.flatMap((group) => group.findings)
  const current = Math.min(at, all.length - 1)
  const busy = !settled || asked !== typed
  const count = acting ? acting.actions.length + 1 : all.length
  const active = acting ? actionAt : current

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  function open(finding: Finding | undefined) {
    if (finding === undefined) return
    onLeave()
    onClose()
    if (finding.record) remember(finding.record)
    void router.navigate(targetOf(finding.href))
  }

  const openFirst = useEffectEvent(() => {
    setOpensFirst(false)
    open(all[0])
  })
  useEffect(() => {
    if (opensFirst && !busy) openFirst()
  }, [opensFirst, busy])

  function showActions(finding: Finding | undefined) {
    if (finding === undefined || finding.actions.length === 0) return
    setActing(finding)
    setActionAt(0)
    input.current?.focus()
  }

  async function act(action: HitAction) {
    if ('text' in action) {
      const done = await navigator.clipboard?.writeText(action.text).then(
        () => true,
        () => false,
      )
      if (done) toast.info(t('palette.copied', { text: action.text }))
      else toast.error(t('palette.notCopied'))
      onClose()
    } else if (action.does === 'approve') {
      onClose()
      onApprove(action.orderId)
    } else {
      onLeave()
      onClose()
      void router.navigate(targetOf(action.href))
    }
  }

  function choose(position: number) {
    if (acting === null) open(all[position])
    else if (position === 0) open(acting)
    else {
      const action = acting.actions[position - 1]
      if (action) void act(action)
    }
  }

  function move(step: number) {
    const next = (step + count) % count
    if (acting) setActionAt(next)
    else setAt(next)
  }

  function steer(event: KeyboardEvent<HTMLInputElement>) {
    const { key, shiftKey, currentTarget } = event
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const isAtEnd = currentTarget.selectionStart === typed.length && currentTarget.selectionEnd === typed.length
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: count > 0 ? () => move(active + 1) : undefined,
      ArrowUp: count > 0 ? () => move(active - 1) : undefined,
      Home: acting || typed === '' ? () => count > 0 && move(0) : undefined,
      End: acting || typed === '' ? () => count > 0 && move(count - 1) : undefined,
      Enter: () => {
        if (acting || !busy) choose(active)
        else setOpensFirst(true)
      },
      Escape: acting ? () => setActing(null) : onClose,
      ArrowLeft: acting ? () => setActing(null) : undefined,
      Backspace: acting ? () => setActing(null) : undefined,
      ArrowRight: !acting && isAtEnd && !shiftKey ? () => showActions(all[current]) : undefined,
      // The field is all that the dialog has to focus: Tab leads to the actions of a hit and back.
      Tab: acting ? () => setActing(null) : shiftKey ? undefined : () => showActions(all[current]),
    }
    const does = keys[key]
    if (does === undefined) return
    event.preventDefault()
    if (key === 'Escape') event.stopPropagation()
    does()
  }

  const status = acting
    ? t('palette.actionsOf', { title: acting.label })
    : failed && !busy
      ? t('palette.failed')
      : typed.trim().length < fewestLetters
        ? t('palette.hint', { count: fewestLetters })
        : busy
          ? t('palette.searching')
          : all.length === 0
            ? t('palette.nothing', { text: typed.trim() })
            : t('palette.results', { count: all.length })
  return (
    <>
      <div className={styles.head}>
        <IconSearch size={20} stroke={1.6} aria-hidden />
        <input
          ref={input}
          className={styles.input}
          data-autofocus
          type="text"
          role="combobox"
          aria-expanded={count > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
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
            setActing(null)
            setOpensFirst(false)
          }}
          onKeyDown={steer}
        />
      </div>
      <div style={{ padding: '0.5rem 0' }} aria-busy={busy}>
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label={acting ? t('palette.actionsOf', { title: acting.label }) : t('palette.title')}
          className={styles.list}
          ref={list}
        >
          {acting ? (
            <PaletteActions id={id} of={acting} current={actionAt} onPoint={setActionAt} onChoose={choose} />
          ) : (
            groups.map((group, index) => (
              <PaletteGroup
                key={group.title}
                id={id}
                group={group}
                first={groups.slice(0, index).reduce((sum, before) => sum + before.findings.length, 0)}
                current={current}
                onPoint={setAt}
                onOpen={open}
                onActions={showActions}
              />
            ))
          )}
        </div>
        <Text as="p" kind="small" style={{ padding: '0.5rem 1.125rem' }} role="status">
          {status}
        </Text>
      </div>
      <Keys back={acting !== null} acts={(all[current]?.actions.length ?? 0) > 0} />
    </>
  )
}

/** The keyboard hints at the bottom. */
function Keys({ back, acts }: { back: boolean; acts: boolean }) {
  const { t } = useTranslation()
  return (
    <Row gap="xl" className={styles.foot} aria-hidden>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.keys.move')}
      </span>
      <span>
        <kbd>
          <IconCornerDownLeft size={11} />
        </kbd>{' '}
        {t(back ? 'palette.keys.choose' : 'palette.keys.open')}
      </span>
      {(back || acts) && (
        <span>
          <kbd>{back ? <IconArrowLeft size={11} /> : <IconArrowRight size={11} />}</kbd>{' '}
          {t(back ? 'palette.keys.back' : 'palette.keys.actions')}
        </span>
      )}
      <span>
        <kbd>Esc</kbd> {t(back ? 'palette.keys.back' : 'palette.keys.close')}
      </span>
    </Row>
  )
}
