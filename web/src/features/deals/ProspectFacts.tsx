import type { Prospect } from '@trellis/contract/prospects'
import { useTranslation } from 'react-i18next'
import { useAddressLines } from '../../app/addressLines.ts'
import { Fact, Facts } from '../../ui/layout.tsx'
import styles from './deals.module.css'

/** A web site as people type it, as a link; null for anything but http and https. */
export function siteHref(webSite: string | null): string | null {
  if (webSite === null) return null
  const text = /^[a-z][a-z0-9+.-]*:/i.test(webSite) ? webSite : `https://${webSite}`
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null
}

/** The company that a deal is registered for, whose name is the title of the page, with its contact. */
export function ProspectFacts({ prospect }: { prospect: Prospect | undefined }) {
  const { t } = useTranslation('deals')
  const linesOf = useAddressLines()
  const site = siteHref(prospect?.webSite ?? null)
  return (
    <Facts form="rows" className={styles.contact} loading={prospect === undefined}>
      <Fact label={t('vatId')}>{prospect?.vatId}</Fact>
      <Fact label={t('contact')}>{prospect && `${prospect.firstName} ${prospect.lastName}`.trim()}</Fact>
      <Fact label={t('email')}>
        {prospect?.email && <a href={`mailto:${encodeURIComponent(prospect.email)}`}>{prospect.email}</a>}
      </Fact>
      <Fact label={t('phone')}>
        {prospect?.phoneNumber && (
          <a href={`tel:${prospect.phoneNumber.replace(/[^\d+]/g, '')}`}>{prospect.phoneNumber}</a>
        )}
      </Fact>
      <Fact label={t('webSite')}>
        {site ? (
          <a href={site} target="_blank" rel="noopener noreferrer">
            {prospect?.webSite}
          </a>
        ) : (
          prospect?.webSite
        )}
      </Fact>
      <Fact label={t('address')}>{prospect && linesOf(prospect).join('\n')}</Fact>
    </Facts>
  )
}
