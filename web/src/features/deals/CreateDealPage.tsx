import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { AccountNode } from '@trellis/contract/accounts'
import { maximumDealLevel } from '@trellis/contract/deal-states'
import { deals } from '@trellis/contract/deals'
import { useTranslation } from 'react-i18next'
import { totalOf } from '../../app/amounts.ts'
import { useGroupName } from '../../app/groupNames.ts'
import { useMe } from '../../app/me.ts'
import { useNetwork } from '../../app/network.ts'
import { useWrite } from '../../app/useWrite.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { dayIn } from '../../ui/days.ts'
import { FieldRow, Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { businessNow } from '../../ui/now.ts'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TreeSelect } from '../../ui/TreeSelect.tsx'
import { useMayRegister } from './DealsFrame.tsx'
import styles from './deals.module.css'
import { ItemFields } from './ItemFields.tsx'
import { againFrom, emptyDeal, NewDeal, type NewDealInput, payloadOf } from './newDeal.ts'
import { ProspectFields } from './ProspectFields.tsx'
import { useProtectionDays } from './terms.ts'
import { dealQuery } from './useDeal.ts'
import { useDealProducts } from './useDealProducts.ts'

const Route = getRouteApi('/_frame/deals/create')

/** Accounts of other levels own no deals; they are shown as part of the path (rules J1). */
const ownsNoDeals = ({ level }: AccountNode) => level > maximumDealLevel

/** The page /deals/create; `?from=` registers an earlier deal anew. */
export function CreateDealPage() {
  const { t } = useTranslation('deals')
  const { from } = Route.useSearch()
  const { account } = useMe()
  const { timeZone } = useLocale()
  const today = dayIn(timeZone, new Date(businessNow()))
  const earlier = useQuery({ ...dealQuery(from ?? ''), enabled: from !== undefined })
  const products = useDealProducts(earlier.data?.vendor.accountId ?? null)
  const isReady =
    from === undefined || earlier.isError || Boolean(products.error) || (earlier.data !== undefined && products.offers)
  const mayRegister = useMayRegister()
  const days = useProtectionDays()
  return (
    <Page
      title={t('create')}
      back={{ href: '/deals', label: t('back') }}
      description={earlier.data ? t('form.again', { code: earlier.data.code }) : t('form.text', { days })}
      rail
    >
      {!mayRegister ? (
        <NoPermission>{t('form.noPermission')}</NoPermission>
      ) : isReady ? (
        <CreateDealForm
          initial={
            earlier.data ? againFrom(earlier.data, products.offers ?? [], today) : emptyDeal(account.accountId, today)
          }
        />
      ) : (
        <Panel>
          <Lines count={8} />
        </Panel>
      )}
    </Page>
  )
}

function CreateDealForm({ initial }: { initial: NewDealInput }) {
  const { t } = useTranslation('deals')
  const navigate = useNavigate()
  const confirm = useConfirm()
  const { account } = useMe()
  const groupName = useGroupName()
  const form = useZodForm(NewDeal, initial)
  const input = inputsOf(form)
  const [owner, items] = form.watch(['parentAccountId', 'items'])
  const network = useNetwork({ isOff: ownsNoDeals })
  // Users who may not read accounts register for their own.
  const own = { id: account.accountId, name: account.accountName, hint: groupName(account.groupName) }
  const roots = network.roots.length > 0 ? network.roots : [own]
  const offered = useDealProducts(owner || null)
  const create = useWrite(deals.create, {
    invalidates: ['/deals'],
    success: 'deals:toast.created',
    failure: 'deals:toast.createError',
  })
  const choose = async (id: string | null) => {
    if (id === null || id === owner) return
    const sure =
      items.length === 0 ||
      (await confirm({
        title: t('form.changeOwner'),
        text: t('form.changeOwnerText', { count: items.length }),
        confirm: t('form.changeOwnerConfirm'),
        destructive: true,
      }))
    if (!sure) return
    form.setValue('parentAccountId', id, { shouldDirty: true })
    // Products and prices are those of the owner's price list.
    form.setValue('items', [], { shouldDirty: true })
  }
  return (
    <Form
      form={form}
      label={t('create')}
      onSubmit={async (values) => {
        const { id } = await create.mutateAsync({ body: payloadOf(values) })
        form.reset(form.getValues())
        await navigate({ to: '/deals/$id', params: { id } })
      }}
    >
      <Stack gap="xl">
        <Panel title={t('owner')}>
          <TreeSelect
            label={t('owner')}
            description={t('form.ownerText')}
            name="parentAccountId"
            required
            roots={roots}
            loading={network.loading}
            value={owner || null}
            error={form.formState.errors.parentAccountId?.message}
            onChange={(id) => void choose(id)}
          />
        </Panel>
        <ProspectFields />
        <ItemFields offered={offered} currency={offered.currency} />
        <Panel title={t('deal')}>
          <Stack>
            <FieldRow>
              <DateField {...input('startDate')} label={t('startDate')} />
              <DateField {...input('estimatedCloseDate')} label={t('estimatedCloseDate')} />
              <NumberField {...input('chanceOfClosure')} label={t('chance')} unit="%" maximum={100} />
            </FieldRow>
            <TextAreaField {...input('description')} label={t('description')} maximum={2000} />
          </Stack>
        </Panel>
        <Total items={items} currency={offered.currency} />
        <FormActions
          submit={t('form.save')}
          disabled={items.length === 0 || offered.offers === undefined}
          onCancel={() => navigate({ to: '/deals' })}
        />
      </Stack>
    </Form>
  )
}

interface TotalProps {
  items: NewDealInput['items']
  currency: string | null
}

function Total({ items, currency }: TotalProps) {
  const { t } = useTranslation('deals')
  const lines = items.map(({ qt, price }) => ({ quantity: qt, price }))
  return (
    <Panel>
      <Stack gap="sm">
        <Row justify="between" align="baseline">
          <Text kind="quiet">{t('total')}</Text>
          <output className={styles.total} aria-label={t('total')}>
            <Money amount={lines.length === 0 ? null : totalOf(lines, currency)} currency={currency} />
          </output>
        </Row>
        {lines.length === 0 && (
          <Text kind="small" style={{ textAlign: 'end' }}>
            {t('form.addItem')}
          </Text>
        )}
      </Stack>
    </Panel>
  )
}
