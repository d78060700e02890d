import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { Account, AccountNode } from '@trellis/contract/accounts'
import { network } from '@trellis/contract/network'
import { canHaveChildren } from '@trellis/contract/placement'
import { Fragment, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountField } from '../../app/AccountField.tsx'
import { useIsFirstStep } from '../../app/first-steps/FirstStep.tsx'
import { languageOf } from '../../app/i18n.ts'
import { useCan, useMe } from '../../app/me.ts'
import { firstStepsHref } from '../../app/menu.ts'
import { networkQuery } from '../../app/network.ts'
import { AskThem, useAsking } from '../../app/own-accounts/AskThem.tsx'
import { targetOf } from '../../app/RouterLink.tsx'
import { isForSale, saleHref } from '../../app/sale.ts'
import { useWrite } from '../../app/useWrite.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { FieldRow, Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Choice, SelectField } from '../../ui/SelectField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.tsx'
import { AccountExample } from './AccountExample.tsx'
import { AddressFields } from './AddressFields.tsx'
import styles from './accounts.module.css'
import { useGroupsBelow, usePriceLists } from './choices.ts'
import {
  emptyAccount,
  type NewAccountDraft,
  type NewAccountInput,
  newAccountDraft,
  nextAfter,
  payloadOf,
} from './newAccount.ts'
import { nodeIn } from './tree.ts'

const cannotBeParent = (node: AccountNode) => !canHaveChildren(node.level)

export function CreateAccountForm({ parent }: { parent: Account }) {
  const { t } = useTranslation(['accounts', 'accountForm', 'ui', 'ownAccounts'])
  const me = useMe()
  const way = useWay(parent.accountId)
  const mayInvite = useCan('Users', 'c')
  const tree = useQuery(networkQuery).data
  const [mustHaveList, setMustHaveList] = useState(false)
  const [made, setMade] = useState<Made[]>([])
  const form = useZodForm(newAccountDraft(mustHaveList), emptyAccount(parent))
  const input = inputsOf(form)
  useEffect(() => {
    if (made.length === 0) return
    window.scrollTo({ top: 0 })
    form.setFocus('accountName')
  }, [made, form])
  const parentId = form.watch('parentAccountId')
  const parentLevel = nodeIn(tree, parentId)?.level ?? (parentId === parent.accountId ? parent.level : null)
  const groups = useGroupsBelow(parentLevel)
  const lists = usePriceLists(parentId || parent.accountId)
  useEffect(() => setMustHaveList(lists.required), [lists.required])
  useGroupThatFits(form, groups)
  useOnlyList(form, lists)

  const asking = useAsking()
  const create = useWrite(network.create, {
    invalidates: ['/accounts', '/users', '/pricelists', '/first-steps'],
    failure: 'accounts:createError',
    quiet: ['US409'],
  })
  return (
    <Form
      form={form}
      label={t('accountForm:title')}
      onSubmit={async (draft) => {
        const email = draft.user.userName ?? ''
        const body = payloadOf(draft, languageOf(me.languageCode) ?? 'en', asking.said(email))
        try {
          const { id, administrator } = await create.mutateAsync({ body })
          toast.success(
            administrator === null
              ? t('created')
              : t(administrator.hasOwnSignIn ? 'accountForm:invited' : 'accountForm:asked', { email }),
          )
          if (draft.another) {
            setMade([{ id, name: draft.accountName.trim() }, ...made])
            form.reset(nextAfter(form.getValues()))
            return
          }
          form.reset(form.getValues())
          await way.on(id)
        } catch (error) {
          throw asking.shown(error, email, t('ownAccounts:hasAccount', { account: draft.accountName }))
        }
      }}
    >
      <AccountExample groups={groups.options} lists={lists.options} />
      <div role="status" className={styles.status}>
        {made.length > 0 && <MadeSoFar made={made} />}
      </div>
      <Place form={form} groups={groups} lists={lists} />
      <Panel title={t('accountForm:company')}>
        <Stack>
          <TextField {...input('accountName')} label={t('accountName')} required autoFocus />
          <TextField {...input('accountCode')} label={t('accountCode')} description={t('accountForm:codeText')} />
          <AddressFields legalNameOptional />
        </Stack>
      </Panel>
      {mayInvite && (
        <Panel title={t('accountForm:administrator')} description={t('accountForm:administratorText')}>
          <Stack>
            <TextField {...input('user.userName')} type="email" label={t('accountForm:email')} />
            <AskThem asking={asking} address={form.watch('user.userName')} />
            <FieldRow>
              <TextField {...input('user.firstName')} label={t('accountForm:firstName')} />
              <TextField {...input('user.lastName')} label={t('accountForm:lastName')} />
            </FieldRow>
          </Stack>
        </Panel>
      )}
      {!way.isForSale && (
        <SwitchField
          {...input('another')}
          label={t('accountForm:another')}
          description={t('accountForm:anotherText')}
        />
      )}
      <FormActions
        submit={t('accountForm:save')}
        cancel={t(made.length > 0 ? 'accountForm:done' : 'ui:cancel')}
        onCancel={way.back}
      />
    </Form>
  )
}

/** Where the form leads: to the sale that needs the account, to the first steps, or to the accounts. */
function useWay(parentId: string) {
  const navigate = useNavigate()
  const isFirst = useIsFirstStep()
  const forSale = useLocation({ select: ({ search }) => isForSale(search) })
  const to = (accountId: string, sale: string) =>
    navigate(targetOf(forSale ? sale : isFirst ? firstStepsHref : `/accounts/${accountId}`))
  return {
    isForSale: forSale,
    on: (accountId: string) => to(accountId, saleHref(accountId)),
    back: () => to(parentId, saleHref()),
  }
}

interface PlaceProps {
  form: AccountForm
  groups: ReturnType<typeof useGroupsBelow>
  lists: ReturnType<typeof usePriceLists>
}

/** Where the account stands, and what it may buy at which prices. */
function Place({ form, groups, lists }: PlaceProps) {
  const { t } = useTranslation(['accounts', 'accountForm'])
  const input = inputsOf(form)
  const priceListId = form.watch('priceListId')
  const mayList = useCan('PriceLists', 'c')
  return (
    <Panel title={t('accountForm:place')}>
      <Stack>
        <AccountField
          {...input('parentAccountId')}
          label={t('accountForm:parent')}
          description={t('accountForm:parentText')}
          required
          isOff={cannotBeParent}
          onChosen={() => form.setValue('priceListId', null)}
        />
        {groups.error !== null && (
          <ErrorBlock error={groups.error} title={t('groupsError')} shape="line" retry={groups.retry} />
        )}
        <SelectField
          {...input('groupId')}
          label={t('group')}
          description={t('accountForm:groupText')}
          required
          loading={groups.loading}
          disabled={groups.options.length === 0}
          empty={t('accountForm:noGroup')}
          options={groups.options}
        />
        <SelectField
          {...input('priceListId')}
          label={t('give.priceList')}
          description={!lists.loading && !lists.required ? t('give.noPriceLists') : t('accountForm:priceListText')}
          required={lists.required}
          loading={lists.loading}
          disabled={lists.options.length === 0}
          options={lists.options}
        />
        {!lists.loading && lists.options.length === 0 && mayList && (
          <Row>
            <LinkButton variant="default" size="xs" href="/pricelists/create">
              {t('accountForm:addPriceList')}
            </LinkButton>
          </Row>
        )}
        <SwitchField
          {...input('canPropagate')}
          label={t('give.propagate')}
          description={t('give.propagateText')}
          disabled={!priceListId}
        />
      </Stack>
    </Panel>
  )
}

type AccountForm = ReturnType<typeof useZodForm<NewAccountInput, NewAccountDraft>>

interface Made {
  id: string
  name: string
}

/** The accounts created with this form so far, newest first. */
function MadeSoFar({ made }: { made: readonly Made[] }) {
  const { t } = useTranslation(['accounts', 'accountForm'])
  return (
    <Text as="p" kind="quiet">
      {t('accountForm:made', { count: made.length })}{' '}
      {made.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <EntityLink href={`/accounts/${id}`}>{name}</EntityLink>
        </Fragment>
      ))}
    </Text>
  )
}

/** Clears a group that is not allowed below the chosen parent, and selects the group if only one is allowed. */
function useGroupThatFits(
  form: AccountForm,
  { options, loading }: { options: readonly Choice[]; loading: boolean },
): void {
  const groupId = form.watch('groupId')
  const [only, ...others] = options
  const fitting = options.some((group) => group.value === groupId)
  const next = fitting ? groupId : only !== undefined && others.length === 0 ? Number(only.value) : null
  useEffect(() => {
    if (!loading && next !== groupId) form.setValue('groupId', next)
  }, [form, loading, next, groupId])
}

/** Selects the price list if there is only one. */
function useOnlyList(
  form: AccountForm,
  { options: [only, ...others], loading }: { options: readonly Choice[]; loading: boolean },
): void {
  const given = form.watch('priceListId')
  const next = !loading && given === null && only !== undefined && others.length === 0 ? String(only.value) : given
  useEffect(() => {
    if (next !== given) form.setValue('priceListId', next)
  }, [form, next, given])
}
