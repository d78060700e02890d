import { ActionIcon, Menu, Tooltip, useMantineColorScheme } from '@mantine/core'
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSettings,
  IconSun,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { identity } from '@trellis/contract/identity'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../calls.ts'
import { chooseLanguage, languages } from '../i18n.ts'
import { useMe, useTenant } from '../me.ts'
import { endSession } from '../session.ts'
import { initialsOf } from './initials.ts'
import styles from './TopBar.module.css'
import { usePalette } from './usePalette.tsx'

interface ToolbarProps {
  /** Opens the menu where it is not beside the content. */
  onMenu: (() => void) | undefined
  menuOpen: boolean
}

export function TopBar({ onMenu, menuOpen }: ToolbarProps) {
  const { t } = useTranslation()
  return (
    <header className={styles.top}>
      {onMenu && (
        <ActionIcon onClick={onMenu} aria-label={t('menu.open')} aria-expanded={menuOpen} size="xl">
          <IconMenu2 size={22} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
      <Brand />
      <Search />
      <div className={styles.tools}>
        <Settings />
        <Avatar />
        <SignOut />
      </div>
    </header>
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
          <span className={styles.mark} aria-hidden>
            {initialsOf(tenantName)}
          </span>
          <span className={styles.name}>{tenantName}</span>
        </>
      )}
    </Link>
  )
}

function Search() {
  const { t } = useTranslation()
  const { open, keys } = usePalette()
  return (
    <button type="button" className={styles.search} onClick={open} aria-label={t('top.searchLabel', { keys })}>
      <IconSearch size={16} stroke={1.8} aria-hidden />
      <span className={styles.searchWord}>{t('top.search')}</span>
      <kbd className={styles.keys}>{keys}</kbd>
    </button>
  )
}

const schemes = [
  { value: 'light', Icon: IconSun, label: 'top.light' },
  { value: 'dark', Icon: IconMoon, label: 'top.dark' },
  { value: 'auto', Icon: IconDeviceDesktop, label: 'top.system' },
] as const

function Settings() {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const tick = (on: boolean) => (on ? <IconCheck size={16} aria-hidden /> : null)
  return (
    <Menu width={220}>
      <Menu.Target>
        <ActionIcon aria-label={t('top.settings')} title={t('top.settings')}>
          <IconSettings size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('top.language')}</Menu.Label>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            role="menuitemradio"
            aria-checked={i18n.resolvedLanguage === language}
            rightSection={tick(i18n.resolvedLanguage === language)}
            onClick={() => void chooseLanguage(language)}
          >
            {t(`languages.${language}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('top.appearance')}</Menu.Label>
        {schemes.map(({ value, Icon, label }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
            rightSection={tick(colorScheme === value)}
            onClick={() => setColorScheme(value)}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Avatar() {
  const { t } = useTranslation()
  const { firstName, lastName, account } = useMe()
  const name = `${firstName} ${lastName}`
  return (
    <Tooltip label={`${name} · ${account.accountName}`}>
      <Link to="/profile" className={styles.avatar} aria-label={t('top.profile', { name })}>
        {initialsOf(name)}
      </Link>
    </Tooltip>
  )
}

function SignOut() {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState(false)
  const signOut = async () => {
    setLeaving(true)
    // Without a line the server cannot be told; this browser forgets the session all the same.
    await call(identity.signOut).catch(() => undefined)
    endSession('signed-out')
  }
  return (
    <ActionIcon onClick={signOut} loading={leaving} aria-label={t('top.signOut')} title={t('top.signOut')}>
      <IconLogout size={20} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
