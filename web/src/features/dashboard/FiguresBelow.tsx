import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { dashboard } from '@trellis/contract/dashboard'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from '../../ui/later.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import styles from './below.module.css'

const Route = getRouteApi('/_frame/dashboard')

// Its code and its calls are more than the whole first screen, so they wait until somebody comes near.
const Statistics = later(() => import('./Statistics.tsx'))

/** The element that the hash of the address names, and so the key and the link of the desk. */
const place = 'figures'

/** Calls that only the figures make. */
const calls = [dashboard.licenses, dashboard.deals, dashboard.products]

/** The dashboard with its filters, figures and charts, below the desk. */
export function FiguresBelow() {
  const { t } = useTranslation('today')
  const section = useRef<HTMLElement>(null)
  const isOpen = useApproached(section)
  return (
    <Stack as="section" gap="lg" ref={section} aria-labelledby={place} className={styles.below}>
      <div>
        <Text as="h2" kind="title" id={place} tabIndex={-1} className={styles.belowTitle}>
          {t('dashboard')}
        </Text>
        <Text kind="quiet">{t('dashboardText')}</Text>
      </div>
      {isOpen && (
        <Suspense fallback={<Lines count={8} />}>
          <Statistics />
        </Suspense>
      )}
    </Stack>
  )
}

/** True once the reader is near, or came for the figures: by the hash, by their filters, or back from a list behind one of them. */
function useApproached(section: RefObject<HTMLElement | null>): boolean {
  const client = useQueryClient()
  const search = Route.useSearch()
  const isNamed = useLocation({ select: ({ hash }) => hash === place })
  const [isNear, setNear] = useState(() => {
    const wasSeen = calls.some(({ path }) => client.getQueryCache().findAll({ queryKey: [path] }).length > 0)
    return isNamed || wasSeen || Object.keys(search).length > 0
  })
  useEffect(() => {
    if (isNear || section.current === null) return
    const seen = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
    )
    seen.observe(section.current)
    return () => seen.disconnect()
  }, [isNear, section])
  useEffect(() => {
    if (!isNamed) return
    setNear(true)
    const heading = document.getElementById(place)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [isNamed])
  return isNear
}
