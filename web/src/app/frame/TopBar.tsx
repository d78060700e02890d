import { IconLogout, IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { identity } from '@trellis/contract/identity'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/Button.tsx'
import { later } from '../../ui/later.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { call } from '../calls.ts'
import { settleHeld } from '../held.ts'
import { LiveUpdates } from '../live/LiveUpdates.tsx'
import { useMe, useTenant } from '../me.ts'
import { Bell } from '../news/Bell.tsx'
import { othersToUse } from '../own-accounts/accounts.ts'
import { endSession } from '../session.ts'
import { initialsOf } from './initials.ts'
import { Settings } from './Settings.tsx'
import styles from './TopBar.module.css'
import { usePalette } from './usePalette.tsx'

interface ToolbarProps {
  /** Opens the menu drawer; undefined when the menu is beside the content. */
  onMenu: (() => void) | undefined
  menuOpen: boolean
}

export function TopBar({ onMenu, menuOpen }: ToolbarProps) {
  const { t } = useTranslation()
  return (
    <Row as="header" gap="md" nowrap className={styles.top}>
      {onMenu && (
        <IconButton onClick={onMenu} aria-label={t('menu.open')} aria-expanded={menuOpen} size="xl">
          <IconMenu2 size={22} stroke={1.6} aria-hidden />
        </IconButton>
      )}
      <Brand />
      <SandboxMark />
      <Search />
      <Row gap="xs" nowrap data-screen style={{ flex: 'none' }}>
        <LiveUpdates />
        <Bell />
        <Settings />
        <Person />
        <SignOut />
      </Row>
    </Row>
  )
}

function Brand() {
  const { t } = useTranslation()
  const { tenantName, logoUrl } = useTenant()
  const [broken, setBroken] = useState(false)
  return (
    <Link to="/dashboard" className={styles.brand} aria-label={t('top.home', { tenant: tenantName })}>
      {logoUrl !== null && !broken ? (
        <img src={logoUrl} alt="" className={styles.logo} onError={() => setBroken(true)} />
      ) : (
        <>
          <span className={styles.mark} data-initials={initialsOf(tenantName)} aria-hidden />
          <Text truncate style={{ fontSize: 'inherit' }}>
            {tenantName}
          </Text>
        </>
      )}
    </Link>
  )
}

// Only a sandbox has one.
const BusinessDate = later(() => import('./BusinessDate.tsx'))

/** Says on every screen that nothing here is real (rules G30). */
function SandboxMark() {
  const { t } = useTranslation()
  const { environment } = useTenant()
  return (
    environment === 'sandbox' && (
      <span className={styles.sandbox} title={t('top.sandboxText')}>
        <span>{t('top.sandbox')}</span> <BusinessDate waiting={null} />
      </span>
    )
  )
}

function Search() {
  const { t } = useTranslation()
  const { open, keys } = usePalette()
  return (
    <button type="button" className={styles.search} onClick={open} title={t('top.searchLabel', { keys })}>
      <IconSearch size={16} stroke={1.8} aria-hidden />
      <span>{t('top.search')}</span>
      <kbd aria-hidden>{keys}</kbd>
    </button>
  )
}

/** Fetched by the loader of the frame before it stands, so that nothing moves. */
export const loadAccountMenu = () => import('./AccountMenu.tsx')
const AccountMenu = later(loadAccountMenu)

const Person = () => (othersToUse(useMe()).length > 0 ? <AccountMenu waiting={<Avatar />} /> : <Avatar />)

function Avatar() {
  const { t } = useTranslation()
  const { firstName, lastName, account } = useMe()
  const name = `${firstName} ${lastName}`
  return (
    <Link
      to="/profile"
      className={styles.avatar}
      aria-label={t('top.profile', { name })}
      title={`${name} · ${account.accountName}`}
      data-initials={initialsOf(name)}
    />
  )
}

/** Where a directory ends its own session; null for everybody else. */
async function endOnServer(): Promise<string | null> {
  const byDirectory = localStorage.getItem('trellis.directory.session') !== null
  if (byDirectory) {
    localStorage.removeItem('trellis.directory.session')
    return (await import('../directorySignOut.ts')).signOutByDirectory()
  }
  await call(identity.signOut)
  return null
}

function SignOut() {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState(false)
  const signOut = async () => {
    setLeaving(true)
    await settleHeld()
    // When offline, the server cannot be told; this browser ends the session anyway.
    const elsewhere = await endOnServer().catch(() => null)
    endSession('signed-out')
    if (elsewhere !== null) window.location.assign(elsewhere)
  }
  return (
    <IconButton onClick={signOut} loading={leaving} aria-label={t('top.signOut')} title={t('top.signOut')}>
      <IconLogout size={20} stroke={1.6} aria-hidden />
    </IconButton>
  )
}
