import { IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../ui/Empty.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** The content of a tab whose feature is planned for a later version. */
export function ComingTab({ what }: { what: 'certifications' }) {
  const { t } = useTranslation('accounts')
  return (
    <Panel>
      <Empty title={t(`coming.${what}`)} icon={IconHourglass}>
        {t('coming.text')}
      </Empty>
    </Panel>
  )
}
