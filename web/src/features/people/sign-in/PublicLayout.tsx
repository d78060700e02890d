import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, languages } from '../../../app/i18n.ts'
import { type CurrentTenant, fetchTenant, rememberedTenant } from '../../../app/tenant.ts'
import { readable, toOklch } from '../../../ui/color.ts'
import styles from './PublicLayout.module.css'

/** The tenant of this host; null until the first answer of the first visit. */
function useCurrentTenant(): CurrentTenant | null {
  const [tenant, setTenant] = useState(rememberedTenant)
  useEffect(() => {
    let here = true
    fetchTenant().then(
      (current) => here && setTenant(current),
      // Ignored here; the next call tries again and reports the error.
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [])
  return tenant
}

/** Applies the tenant's brand colour, darkened if white text would not be readable on it. */
function useBrand(primaryColor: string | undefined): void {
  useEffect(() => {
    const color = primaryColor === undefined ? null : toOklch(primaryColor)
    const { style } = document.documentElement
    if (color === null) return void style.removeProperty('--public-brand')
    const brand = readable({ ...color, lightness: Math.min(color.lightness, 0.56) }, '#ffffff', 4.6)
    style.setProperty('--public-brand', brand)
    try {
      // For `public/start.js`, which draws the next visit's outline in this color.
      localStorage.setItem('trellis.brand', brand)
    } catch {
      // Without storage, the color comes with the first answer.
    }
  }, [primaryColor])
}

/** Sets the title of the browser tab. */
export function useTitle(title: string): void {
  const name = useCurrentTenant()?.tenantName
  useEffect(() => {
    document.title = `${title} · ${name ?? 'Trellis'}`
  }, [title, name])
}

interface PublicLayoutProps {
  /** What the brand's half says: to partners what the portal is for, to visitors what they can see. */
  claim: 'session' | 'verify' | 'keyPage'
  children: ReactNode
}

/** The layout of the public screens: one half shows the tenant's brand, the other one the screen. */
export function PublicLayout({ claim, children }: PublicLayoutProps) {
  // The texts of a visitor's screen are loaded with it.
  const { t } = useTranslation(['session', claim])
  const tenant = useCurrentTenant()
  const name = tenant?.tenantName
  useBrand(tenant?.theme.primaryColor)
  return (
    <div className="public-layout">
      <header className="public-brand">
        <Lattice />
        <p className="public-tenant">
          {tenant?.logoUrl ? <img src={tenant.logoUrl} alt={name} className={styles.logo} /> : (name ?? '\u00a0')}
        </p>
        <div className="public-claim">
          <p className="public-claim-title">{t(`${claim}:claim.title`)}</p>
          <p className="public-claim-text">{t(`${claim}:claim.text`, { tenant: name ?? '' })}</p>
        </div>
      </header>
      <main className="public-side">
        <Languages />
        <div className="public-screen">{children}</div>
      </main>
    </div>
  )
}

function Languages() {
  const { t, i18n } = useTranslation('session')
  return (
    <fieldset className={styles.languages}>
      <legend className="visually-hidden">{t('language')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={styles.language}
          aria-pressed={i18n.resolvedLanguage === language}
          onClick={() => void chooseLanguage(language).catch(() => undefined)}
        >
          {t(`languages.${language}`)}
        </button>
      ))}
    </fieldset>
  )
}

/** A decorative lattice in the background. */
function Lattice() {
  return (
    <svg className="public-lattice" aria-hidden="true" width="100%" height="100%">
      <defs>
        <pattern id="lattice" width="56" height="56" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 28H56M28 0V56" fill="none" stroke="currentColor" strokeWidth="1" />
          <circle cx="28" cy="28" r="2.5" fill="currentColor" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#lattice)" />
    </svg>
  )
}
