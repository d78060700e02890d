import { createContext, type ReactNode, type RefCallback, use, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from './layout.tsx'
import styles from './SectionRail.module.css'

interface Section {
  element: HTMLElement
  title: string
}

/** Tells the rail of the page about a section, until the returned function is called. */
const Sections = createContext<((section: Section) => () => void) | null>(null)

/** The `ref` of a section with a title; the rail of the page then names it. Without a rail it does nothing. */
export function useSection(title: string | undefined): RefCallback<HTMLElement> {
  const tell = use(Sections)
  return useCallback(
    (element: HTMLElement | null) => (element && tell && title ? tell({ element, title }) : undefined),
    [tell, title],
  )
}

/** Below this share of the window, a section that scrolls into it is the current one. */
const line = 0.3

/** How long a scroll may follow from a jump (ms). */
const settling = 200

/**
 * Puts a rail beside a long form: it names the sections, marks the one where the reader is, and jumps to the others. Its
 * column is there from the start. On narrow windows there is no room for it, and the sections follow one another.
 */
export function SectionRail({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui')
  const [sections, setSections] = useState<readonly Section[]>([])
  const tell = useCallback((section: Section) => {
    setSections((known) => [...known, section].sort(inDocument))
    return () => setSections((known) => known.filter((each) => each !== section))
  }, [])
  const { current, go } = useCurrent(sections)
  return (
    <Sections value={tell}>
      <div className={styles.beside}>
        {/* Before the form, so that a step back from its first field reaches it. */}
        <nav aria-label={t('sections')} className={styles.rail} data-screen>
          {sections.length > 1 && (
            <Stack as="ol" gap="none">
              {sections.map((section) => (
                <li key={section.title}>
                  <button
                    type="button"
                    className={styles.entry}
                    aria-current={section === current ? 'location' : undefined}
                    onClick={() => go(section)}
                  >
                    {section.title}
                  </button>
                </li>
              ))}
            </Stack>
          )}
        </nav>
        <div style={{ minWidth: 0 }}>{children}</div>
      </div>
    </Sections>
  )
}

const inDocument = (one: Section, other: Section) =>
  one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1

/** The section that has the focus or that was scrolled to, whichever was last. */
function useCurrent(sections: readonly Section[]) {
  const [chosen, setChosen] = useState<Section | null>(null)
  const jumped = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const onScroll = () => {
      // The last sections of a page cannot be scrolled to the top: who jumped to one is there nevertheless.
      if (performance.now() - jumped.current > settling) setChosen(scrolledTo(sections))
    }
    const onFocus = ({ target }: FocusEvent) => {
      const within = sections.findLast(({ element }) => element.contains(target as Node))
      if (within === undefined) return
      jumped.current = performance.now()
      setChosen(within)
    }
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('focusin', onFocus)
    return () => {
      removeEventListener('scroll', onScroll)
      removeEventListener('focusin', onFocus)
    }
  }, [sections])
  const go = (section: Section) => {
    section.element.scrollIntoView({ block: 'start' })
    const heading = section.element.querySelector('h2')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }
  return { current: chosen !== null && sections.includes(chosen) ? chosen : (sections[0] ?? null), go }
}

function scrolledTo(sections: readonly Section[]): Section | null {
  const { scrollHeight } = document.documentElement
  if (Math.ceil(scrollY + innerHeight) >= scrollHeight) return sections.at(-1) ?? null
  return sections.findLast(({ element }) => element.getBoundingClientRect().top <= innerHeight * line) ?? null
}
