import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/Button.tsx'
import { later } from '../../ui/later.tsx'
import { Popup, usePopup } from '../../ui/Popup.tsx'
import styles from './news.module.css'
import { unreadQuery } from './newsQueries.ts'

const NewsPanel = later(() => import('./NewsPanel.tsx'))
/** More is shown as "99+". */
const mostShown = 99

/** The button of the news, with the number of unread items. The panel is loaded when it is opened first. */
export function Bell() {
  const { t } = useTranslation()
  const popup = usePopup()
  const { data } = useQuery(unreadQuery)
  const unread = data?.unread ?? 0
  const label = unread === 0 ? t('top.news') : t('top.unreadNews', { count: unread })
  return (
    <>
      <span className={styles.bell}>
        <IconButton {...popup.opener} aria-label={label} title={label} onPointerEnter={NewsPanel.fetch}>
          <IconBell size={20} stroke={1.6} aria-hidden />
        </IconButton>
        {unread > 0 && (
          <span className={styles.count} aria-hidden>
            {unread > mostShown ? `${mostShown}+` : unread}
          </span>
        )}
      </span>
      <Popup popup={popup} label={t('top.news')} align="end" width={400}>
        <NewsPanel onClose={popup.close} />
      </Popup>
    </>
  )
}
