import { useEffect, useRef, useState } from 'react'
import { Stack } from './layout.tsx'
import styles from './SectionRail.module.css'
import type { Section } from './SectionRail.tsx'

/** Below this share of the window, a section that scrolls into it is the current one. */
const line = 0.3

/** How long a scroll may follow from a jump (ms). */
const settling = 200

/** The entries of the rail beside a form: one for each section, the current one marked. */
export default function RailEntries({ sections }: { sections: readonly Section[] }) {
  const { current, go } = useCurrent(sections)
  return (
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
  )
}

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
