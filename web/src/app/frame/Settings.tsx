import { IconSettings } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/Button.tsx'
import { later } from '../../ui/later.tsx'
import { Popup, usePopup } from '../../ui/Popup.tsx'
import { inSpareTime } from '../../ui/spareTime.ts'

const SettingsPanel = later(() => import('./SettingsPanel.tsx'))

/** The button of language, dates, appearance, height of rows and the portal's version. */
export function Settings() {
  const { t } = useTranslation()
  const popup = usePopup()
  const label = t('top.settings')
  useEffect(() => inSpareTime(SettingsPanel.fetch), [])
  return (
    <>
      <IconButton {...popup.opener} aria-label={label} title={label} onPointerEnter={SettingsPanel.fetch}>
        <IconSettings size={20} stroke={1.6} aria-hidden />
      </IconButton>
      <Popup popup={popup} label={label} align="end" width={224}>
        <SettingsPanel onClose={popup.close} />
      </Popup>
    </>
  )
}
