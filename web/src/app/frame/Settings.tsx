import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSettings, IconSun, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, languages } from '../i18n.ts'
import { useTenant } from '../me.ts'
import styles from './Settings.module.css'

const schemes = [
  { value: 'light', Icon: IconSun, label: 'top.light' },
  { value: 'dark', Icon: IconMoon, label: 'top.dark' },
  { value: 'auto', Icon: IconDeviceDesktop, label: 'top.system' },
] as const

/**
 * Language, appearance and the portal's version. Uses the native popover, because the frame's code is loaded
 * on every screen.
 */
export function Settings() {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { version } = useTenant()
  const id = useId()
  return (
    <>
      <ActionIcon popoverTarget={id} aria-label={t('top.settings')} title={t('top.settings')}>
        <IconSettings size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
      <div id={id} popover="auto" className={styles.panel}>
        <Choice legend={t('top.language')}>
          {languages.map((language) => (
            <Option
              key={language}
              name={`${id}-language`}
              lang={language}
              checked={i18n.resolvedLanguage === language}
              onChoose={() => void chooseLanguage(language)}
            >
              {t(`languages.${language}`)}
            </Option>
          ))}
        </Choice>
        <Choice legend={t('top.appearance')}>
          {schemes.map(({ value, Icon, label }) => (
            <Option
              key={value}
              name={`${id}-appearance`}
              icon={Icon}
              checked={colorScheme === value}
              onChoose={() => setColorScheme(value)}
            >
              {t(label)}
            </Option>
          ))}
        </Choice>
        <p className={styles.version}>{t('top.version', { version })}</p>
      </div>
    </>
  )
}

const Choice = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className={styles.choice}>
    <legend className={styles.legend}>{legend}</legend>
    {children}
  </fieldset>
)

interface OptionProps {
  name: string
  checked: boolean
  onChoose: () => void
  lang?: string
  icon?: TablerIcon
  children: ReactNode
}

const Option = ({ name, checked, onChoose, lang, icon: Icon, children }: OptionProps) => (
  <label className={styles.option} lang={lang}>
    <input type="radio" className={styles.radio} name={name} checked={checked} onChange={onChoose} />
    <span className={styles.word}>{children}</span>
    {Icon && <Icon size={16} stroke={1.6} aria-hidden />}
  </label>
)
