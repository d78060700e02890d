import { useMantineColorScheme } from '@mantine/core'
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconDeviceDesktop,
  IconKeyboard,
  IconMoon,
  IconSun,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { firstSteps } from '@trellis/contract/first-steps'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { useDensity } from '../../ui/density.ts'
import { setKeyHelp } from '../../ui/keys.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { formatsFor, useFormatChoice } from '../formatTag.ts'
import { chooseLanguage, languages } from '../i18n.ts'
import { useTenant } from '../me.ts'
import { firstStepsHref } from '../menu.ts'
import { queryOf } from '../queries.ts'
import styles from './Settings.module.css'

const schemes = [
  { value: 'light', Icon: IconSun, label: 'top.light' },
  { value: 'dark', Icon: IconMoon, label: 'top.dark' },
  { value: 'auto', Icon: IconDeviceDesktop, label: 'top.system' },
] as const

const heights = [
  { value: 'compact', Icon: IconBaselineDensitySmall, label: 'top.compact' },
  { value: 'comfortable', Icon: IconBaselineDensityMedium, label: 'top.comfortable' },
] as const

/** Language, dates, appearance, height of rows and the portal's version. */
export default function SettingsPanel({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [density, setDensity] = useDensity()
  const { version } = useTenant()
  const [formats, setFormats] = useFormatChoice()
  const offered = formatsFor(i18n.resolvedLanguage ?? 'en')
  return (
    <>
      <Choice legend={t('top.language')}>
        {languages.map((language) => (
          <Option
            key={language}
            name="language"
            lang={language}
            checked={i18n.resolvedLanguage === language}
            onChoose={() => void chooseLanguage(language).catch(() => undefined)}
          >
            {t(`languages.${language}`)}
          </Option>
        ))}
      </Choice>
      <Choice legend={t('top.dates')}>
        {offered.map((choice) => (
          <Option
            key={choice}
            name="dates"
            checked={choice === (offered.includes(formats) ? formats : 'own')}
            onChoose={() => setFormats(choice)}
          >
            {t(`top.dateFormats.${choice}`)}
          </Option>
        ))}
      </Choice>
      <Choice legend={t('top.appearance')}>
        {schemes.map(({ value, Icon, label }) => (
          <Option
            key={value}
            name="appearance"
            icon={Icon}
            checked={colorScheme === value}
            onChoose={() => setColorScheme(value)}
          >
            {t(label)}
          </Option>
        ))}
      </Choice>
      <Choice legend={t('top.rows')}>
        {heights.map(({ value, Icon, label }) => (
          <Option key={value} name="density" icon={Icon} checked={density === value} onChoose={() => setDensity(value)}>
            {t(label)}
          </Option>
        ))}
      </Choice>
      <div className={styles.part}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconKeyboard size={16} stroke={1.6} aria-hidden />}
          onClick={() => {
            onClose()
            setKeyHelp(true)
          }}
        >
          {t('top.keys')}
        </Button>
      </div>
      <Text as="p" kind="small" className={styles.part}>
        {t('top.version', { version })}
      </Text>
      <StepsEntry onClose={onClose} />
    </>
  )
}

/** The way back to the first steps, for those who have some. It comes last, because it is known last. */
function StepsEntry({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data } = useQuery({ ...queryOf(firstSteps.read), staleTime: 60_000 })
  if (data === undefined || data.steps.length === 0) return null
  return (
    <InternalLink href={firstStepsHref} className={styles.part} onClick={onClose}>
      {t('top.steps')}
    </InternalLink>
  )
}

const Choice = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <Stack as="fieldset" gap="none" className={styles.part}>
    <Text as="legend" kind="small" className={styles.legend}>
      {legend}
    </Text>
    {children}
  </Stack>
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
    <input type="radio" name={name} checked={checked} onChange={onChoose} />
    <span>{children}</span>
    {Icon && <Icon size={16} stroke={1.6} aria-hidden />}
  </label>
)
