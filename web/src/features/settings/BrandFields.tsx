import { contrast, enoughContrast, isColor } from '@trellis/contract/brand'
import { useTranslation } from 'react-i18next'
import { inputsOf } from '../../ui/form.tsx'
import { Columns, Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { darkGround, defaultBrand, shadesOf } from '../../ui/theme.ts'
import type { SettingsForm } from './SettingsPage.tsx'
import styles from './settings.module.css'

/** Name and colour, with what the colour looks like in both themes (rules G15). */
export function BrandFields({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('settings')
  const input = inputsOf(form)
  const typed = form.watch('theme.primaryColor')?.trim() ?? ''
  const color = isColor(typed) ? typed : defaultBrand
  return (
    <Stack>
      <TextField {...input('tenantName')} label={t('brand.name')} maximum={100} required />
      <TextField
        {...input('theme.primaryColor')}
        label={t('brand.color')}
        description={t('brand.colorHint')}
        maximum={7}
        placeholder={defaultBrand}
        leftSection={
          <input
            type="color"
            className={styles.color}
            aria-label={t('brand.pick')}
            value={color}
            onChange={({ currentTarget }) =>
              form.setValue('theme.primaryColor', currentTarget.value, {
                shouldDirty: true,
                shouldTouch: true,
                shouldValidate: true,
              })
            }
          />
        }
      />
      <Preview color={color} />
    </Stack>
  )
}

function Preview({ color }: { color: string }) {
  const { t } = useTranslation('settings')
  const { language } = useLocale()
  const shades = shadesOf(color)
  const written = (figure: number) =>
    figure.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 2 })
  // Rounded down: 4.499 is not enough and is not shown as 4.5.
  const figure = Math.floor(contrast(color, '#ffffff') * 100) / 100
  const button = { background: shades[6], color: '#ffffff' }
  return (
    <Stack gap="sm">
      <Text kind="quiet">{t('brand.contrast', { figure: written(figure), least: written(enoughContrast) })}</Text>
      <Columns min="12rem" gap="md">
        {[
          { name: t('brand.light'), ground: '#ffffff', text: shades[6] },
          { name: t('brand.dark'), ground: darkGround, text: shades[4] },
        ].map(({ name, ground, text }) => (
          <Stack key={name} gap="xs" className={styles.preview} style={{ background: ground, color: text }}>
            <span>{name}</span>
            <Row>
              <span className={styles.button} style={button}>
                {t('brand.button')}
              </span>
              <span style={{ textDecoration: 'underline' }}>{t('brand.link')}</span>
            </Row>
          </Stack>
        ))}
      </Columns>
    </Stack>
  )
}
