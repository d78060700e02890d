import { createContext, type ReactNode, type RefCallback, use, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from './later.tsx'
import styles from './SectionRail.module.css'

export interface Section {
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

// Only forms have a rail.
const RailEntries = later(() => import('./RailEntries.tsx'))

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
  return (
    <Sections value={tell}>
      <div className={styles.beside}>
        {/* Before the form, so that a step back from its first field reaches it. */}
        <nav aria-label={t('sections')} className={styles.rail} data-screen>
          {sections.length > 1 && <RailEntries waiting={null} sections={sections} />}
        </nav>
        <div style={{ minWidth: 0 }}>{children}</div>
      </div>
    </Sections>
  )
}

const inDocument = (one: Section, other: Section) =>
  one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
