import { Modal } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconCornerDownLeft, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Text } from '../../ui/layout.tsx'
import { fewestLetters } from './findings.ts'
import styles from './Palette.module.css'
import { PaletteActions, PaletteGroup } from './PaletteList.tsx'
import { type Searching, type SearchProps, useSearching } from './useSearching.ts'

type PaletteProps = Omit<SearchProps, 'onLeave'> & { opened: boolean }

/** The command palette: opens any screen, and finds any record by a code, name or e-mail address, to open it or act on it. */
export default function Palette({ opened, ...search }: PaletteProps) {
  const { t } = useTranslation(['common', 'palette'])
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
      // While it fades out, it would still take what is typed for the new screen.
      transitionProps={leaves ? { exitDuration: 0 } : undefined}
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
      <Modal.Content aria-label={t('palette:title')} radius="lg">
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
function Search(props: SearchProps) {
  const { typed, onType } = props
  const { t } = useTranslation(['common', 'palette'])
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const search = useSearching(props, input)
  const { groups, acting, actionAt, current, all, count, active, busy } = search
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
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
          aria-label={t('palette:title')}
          placeholder={t('palette:placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          value={typed}
          onChange={(event) => {
            onType(event.target.value)
            search.startOver()
          }}
          onKeyDown={(event) => steer(event, props, search)}
        />
      </div>
      <div style={{ padding: '0.5rem 0' }} aria-busy={busy}>
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label={acting ? t('palette:actionsOf', { title: acting.label }) : t('palette:title')}
          className={styles.list}
          ref={list}
        >
          {acting ? (
            <PaletteActions id={id} of={acting} current={actionAt} onPoint={search.pointTo} onChoose={search.choose} />
          ) : (
            groups.map((group, index) => (
              <PaletteGroup
                key={group.title}
                id={id}
                group={group}
                first={groups.slice(0, index).reduce((sum, before) => sum + before.findings.length, 0)}
                current={current}
                onPoint={search.pointTo}
                onOpen={search.open}
                onActions={search.showActions}
              />
            ))
          )}
        </div>
        <Text as="p" kind="small" style={{ padding: '0.5rem 1.125rem' }} role="status">
          <Status typed={typed} search={search} />
        </Text>
      </div>
      <Keys back={acting !== null} acts={(all[current]?.actions.length ?? 0) > 0} />
    </>
  )
}

/** What the keys do in the field of the search. */
function steer(event: KeyboardEvent<HTMLInputElement>, { typed, onClose }: SearchProps, search: Searching): void {
  const { key, shiftKey, currentTarget } = event
  const { acting, count, active, all, current, move } = search
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  const isAtEnd = currentTarget.selectionStart === typed.length && currentTarget.selectionEnd === typed.length
  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: count > 0 ? () => move(active + 1) : undefined,
    ArrowUp: count > 0 ? () => move(active - 1) : undefined,
    Home: acting || typed === '' ? () => count > 0 && move(0) : undefined,
    End: acting || typed === '' ? () => count > 0 && move(count - 1) : undefined,
    Enter: search.enter,
    Escape: acting ? search.leaveActions : onClose,
    ArrowLeft: acting ? search.leaveActions : undefined,
    Backspace: acting ? search.leaveActions : undefined,
    ArrowRight: !acting && isAtEnd && !shiftKey ? () => search.showActions(all[current]) : undefined,
    // The field is all that the dialog has to focus: Tab leads to the actions of a hit and back.
    Tab: acting ? search.leaveActions : shiftKey ? undefined : () => search.showActions(all[current]),
  }
  const does = keys[key]
  if (does === undefined) return
  event.preventDefault()
  if (key === 'Escape') event.stopPropagation()
  does()
}

/** The state of the search in words. */
function Status({ typed, search: { acting, failed, busy, all } }: { typed: string; search: Searching }) {
  const { t } = useTranslation(['common', 'palette'])
  if (acting) return t('palette:actionsOf', { title: acting.label })
  if (failed && !busy) return t('palette:failed')
  if (typed.trim().length < fewestLetters) return t('palette:hint', { count: fewestLetters })
  if (busy) return t('palette:searching')
  return all.length === 0 ? t('palette:nothing', { text: typed.trim() }) : t('palette:results', { count: all.length })
}

/** The keyboard hints at the bottom. */
function Keys({ back, acts }: { back: boolean; acts: boolean }) {
  const { t } = useTranslation(['common', 'palette'])
  return (
    <Row gap="xl" className={styles.foot} aria-hidden>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('palette:keys.move')}
      </span>
      <span>
        <kbd>
          <IconCornerDownLeft size={11} />
        </kbd>{' '}
        {t(back ? 'palette:keys.choose' : 'palette:keys.open')}
      </span>
      {(back || acts) && (
        <span>
          <kbd>{back ? <IconArrowLeft size={11} /> : <IconArrowRight size={11} />}</kbd>{' '}
          {t(back ? 'palette:keys.back' : 'palette:keys.actions')}
        </span>
      )}
      <span>
        <kbd>Esc</kbd> {t(back ? 'palette:keys.back' : 'palette:keys.close')}
      </span>
    </Row>
  )
}
