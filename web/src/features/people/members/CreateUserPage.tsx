import { IconMailCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { fallbackTimeZone, users } from '@trellis/contract/users'
import { Email } from '@trellis/contract/values'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { languageOf } from '../../../app/i18n.ts'
import { useCan, useMe } from '../../../app/me.ts'
import { type Asking, AskThem, useAsking } from '../../../app/own-accounts/AskThem.tsx'
import { isProblem } from '../../../app/problem.ts'
import { ScreenError } from '../../../app/ScreenError.tsx'
import { TimeZoneField } from '../../../app/TimeZoneField.tsx'
import { useWrite } from '../../../app/useWrite.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { Button } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { FieldRow, Form, FormActions, inputsOf, useZodForm } from '../../../ui/form.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Stack, Text } from '../../../ui/layout.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { Lines } from '../../../ui/Skeletons.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useRoles } from './roles.ts'
import { UserDraft, useLanguageOptions } from './UserFields.tsx'

export interface ParentAccount {
  accountId: string
  accountName: string
}

interface CreateUserPageProps {
  /** The account that the user will belong to; undefined while loading. */
  parent: ParentAccount | undefined
  /** The error when the account does not exist or could not be loaded. */
  parentError?: unknown
  retry?: () => void
  /** The URL of the user list to go back to. */
  back: string
}

/** Invites a new user to an account. */
export function CreateUserPage({ parent, parentError = null, retry, back }: CreateUserPageProps) {
  const { t } = useTranslation('users')
  const [invited, setInvited] = useState<Made | null>(null)
  // The form waits for them, because its fields would move if they were added later.
  const { loading } = useRoles()
  return (
    <Page title={t('createPage.title')} back={{ href: back, label: t('title') }} width="narrow">
      <Panel>
        {parentError !== null && isProblem(parentError, 'RQ404') ? (
          <ErrorBlock error={parentError} title={t('createPage.noParent')} />
        ) : parentError !== null ? (
          <ScreenError error={parentError} {...(retry && { retry })} />
        ) : parent === undefined || loading ? (
          <Lines count={8} />
        ) : invited !== null ? (
          <Invited made={invited} account={parent.accountName} back={back} onAgain={() => setInvited(null)} />
        ) : (
          <Stack>
            <Text as="p" kind="quiet">
              {t('createPage.text', { account: parent.accountName })}
            </Text>
            <CreateForm parent={parent} back={back} onInvited={setInvited} />
          </Stack>
        )}
      </Panel>
    </Page>
  )
}

/** Who was invited; without a sign-in of their own here they were asked to act for the account by the one that they have (rules P63). */
interface Made {
  email: string
  hasOwnSignIn: boolean
}

interface InvitedProps {
  made: Made
  account: string
  back: string
  onAgain: () => void
}

function Invited({ made: { email, hasOwnSignIn }, account, back, onAgain }: InvitedProps) {
  const { t } = useTranslation(['users', 'ownAccounts'])
  const again = useRef<HTMLButtonElement>(null)
  useArrival(again, true)
  return (
    <div role="status">
      <Empty
        title={hasOwnSignIn ? t('createPage.sent', { email }) : t('ownAccounts:asked', { email, account })}
        icon={IconMailCheck}
        action={
          <>
            <Button ref={again} variant="default" onClick={onAgain}>
              {t('createPage.again')}
            </Button>
            <LinkButton href={back}>{t('createPage.back')}</LinkButton>
          </>
        }
      >
        {hasOwnSignIn ? t('createPage.sentText') : t('ownAccounts:askedText')}
      </Empty>
    </div>
  )
}

/** The field names are those of the payload, so that the server's issues are shown at their fields. */
const Draft = z.object({
  user: z.extend(z.omit(UserDraft, { isNotificationEnabled: true }), { userName: Email }),
  role: z.int(),
})

/** The time zone of this browser. */
const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone || fallbackTimeZone

interface CreateFormProps {
  parent: ParentAccount
  back: string
  onInvited: (made: Made) => void
}

function CreateForm({ parent, back, onInvited }: CreateFormProps) {
  const { t } = useTranslation('users')
  const navigate = useNavigate()
  const me = useMe()
  const mayCreate = useCan('Users', 'c')
  const { roles, loading, error, retry } = useRoles()
  // Super admins cannot be created here (rules P4).
  const regular = roles.filter((role) => !role.isSuperAdmin)
  const first = regular.find((role) => role.above === null)?.roleId
  const [zone] = useState(browserZone)
  const form = useZodForm(Draft, {
    user: {
      userName: '',
      firstName: '',
      lastName: '',
      timeZone: zone,
      languageCode: languageOf(me.languageCode) ?? 'en',
    },
  })
  const input = inputsOf(form)
  useEffect(() => {
    if (first !== undefined && !form.getFieldState('role').isDirty) form.resetField('role', { defaultValue: first })
  }, [first, form])
  const asking = useAsking()
  const invite = useInvite(parent, asking, onInvited)
  return (
    <Form form={form} label={t('createPage.title')} onSubmit={invite}>
      <TextField
        {...input('user.userName')}
        type="email"
        label={t('createPage.userName')}
        description={t('createPage.userNameText')}
        required
        autoFocus
      />
      <AskThem asking={asking} address={form.watch('user.userName')} />
      <FieldRow>
        <TextField {...input('user.firstName')} label={t('firstName')} required />
        <TextField {...input('user.lastName')} label={t('lastName')} required />
      </FieldRow>
      <FieldRow>
        <TimeZoneField {...input('user.timeZone')} label={t('timeZone')} required />
        <SelectField {...input('user.languageCode')} label={t('language')} required options={useLanguageOptions()} />
      </FieldRow>
      {error !== null && <ErrorBlock error={error} title={t('createPage.rolesFailed')} shape="line" retry={retry} />}
      <SelectField
        {...input('role')}
        label={t('role')}
        description={
          !mayCreate
            ? t('blocked.create')
            : regular.some((role) => role.above !== null)
              ? t('createPage.above')
              : undefined
        }
        required
        disabled={loading || error !== null || !mayCreate}
        loading={loading}
        options={regular.map(({ roleId, label, above }) => ({ value: roleId, label, disabled: above !== null }))}
      />
      <FormActions submit={t('createPage.save')} disabled={!mayCreate} onCancel={() => navigate({ to: back as '/' })} />
    </Form>
  )
}

/** Invites a person; one whose address is in use already can be asked to act for this account too (rules P63). */
function useInvite(parent: ParentAccount, asking: Asking, onInvited: (made: Made) => void) {
  const { t } = useTranslation(['users', 'ownAccounts'])
  const create = useWrite(users.create, {
    invalidates: ['/users'],
    failure: 'users:createPage.error',
    quiet: ['US409'],
  })
  return async ({ user, role }: z.output<typeof Draft>) => {
    const { userName: email } = user
    const body = { parentAccountId: parent.accountId, user: { ...user, roles: [role], ...asking.said(email) } }
    try {
      const { hasOwnSignIn } = await create.mutateAsync({ body })
      if (hasOwnSignIn) toast.success(t('createPage.created'))
      onInvited({ email, hasOwnSignIn })
    } catch (failure) {
      throw asking.shown(failure, email, t('ownAccounts:hasAccount', { account: parent.accountName }))
    }
  }
}
