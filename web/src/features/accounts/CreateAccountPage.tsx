import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../app/Loaded.tsx'
import { useCan } from '../../app/me.ts'
import { isForSale, saleHref } from '../../app/sale.ts'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CreateAccountForm } from './CreateAccountForm.tsx'
import { accountQuery } from './queries.ts'

/** The form for a new account. `parentId` is the default parent; the form can change it. */
export function CreateAccountPage({ parentId }: { parentId: string }) {
  const { t } = useTranslation(['accounts', 'accountForm'])
  const mayCreate = useCan('Accounts', 'c')
  const parent = useQuery(accountQuery(parentId))
  const forSale = useLocation({ select: ({ search }) => isForSale(search) })
  const back = forSale
    ? { href: saleHref(), label: t('accountForm:backToSale') }
    : { href: `/accounts/${parentId}`, label: parent.data?.accountName ?? t('network') }
  return (
    <Page title={t('accountForm:title')} back={back} description={forSale && t('accountForm:forSale')} rail>
      {mayCreate && parent.data !== undefined ? (
        <CreateAccountForm parent={parent.data} />
      ) : (
        <Panel>
          {mayCreate ? (
            <Loaded query={parent} title={t('fetchError')} back={back} lines={14}>
              {() => null}
            </Loaded>
          ) : (
            <NoPermission>{t('blocked.create')}</NoPermission>
          )}
        </Panel>
      )}
    </Page>
  )
}
