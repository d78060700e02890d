import { IconBookmark } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'
import type { ListViews } from '../list.ts'
import { Popup, usePopup } from '../Popup.tsx'
import { ViewsMenu } from './forms.ts'
import styles from './ViewsMenu.module.css'

/** The button of the saved views: it has the name of the one that the list shows. */
export function Views({ views, shown }: { views: ListViews; shown: readonly string[] }) {
  const { t } = useTranslation('ui')
  const popup = usePopup()
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        className={styles.views}
        leftSection={<IconBookmark size={16} aria-hidden />}
        aria-label={views.active ? t('views.titleOf', { name: views.active.name }) : undefined}
        onPointerEnter={ViewsMenu.fetch}
        onFocus={ViewsMenu.fetch}
        {...popup.opener}
      >
        <span className={styles.active} data-usual={views.active === undefined || undefined}>
          {views.active?.name ?? t('views.title')}
        </span>
      </Button>
      <Popup popup={popup} label={t('views.title')} align="end" width={320}>
        <ViewsMenu views={views} shown={shown} close={popup.close} />
      </Popup>
    </>
  )
}
