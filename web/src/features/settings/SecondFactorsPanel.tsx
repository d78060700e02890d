import { useQuery } from '@tanstack/react-query'
import {
  maximumGraceDays,
  SignInChange,
  type SignInSettings,
  secondFactorScopes,
  signInSettings,
} from '@trellis/contract/sign-in-settings'
import { tenants } from '@trellis/contract/tenants'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from '../../app/live/ChangedMeanwhile.tsx'
import { useMe } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { useRoleName } from '../../app/roleNames.ts'
import { useWrite } from '../../app/useWrite.ts'
import { DateField } from '../../ui/DateField.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { FieldRow, Form, FormActions, inputsOf, useZodForm, type ZodForm } from '../../ui/form.tsx'
import { formatCalendarDay, formatNumber } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { MultiSelectField } from '../../ui/MultiSelectField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SelectField } from '../../ui/SelectField.tsx'

type Input = (typeof SignInChange)['_zod']['input']
type Output = (typeof SignInChange)['_zod']['output']

const draftOf = ({ secondFactors }: SignInSettings): Input => {
  const { requiredFor, roleIds, from, graceDays } = secondFactors
  return { secondFactors: { requiredFor, roleIds: [...roleIds], from, graceDays } }
}

/** Who needs a second factor, from when, and how many have none (rules P33). */
export function SecondFactorsPanel({ settings: held }: { settings: SignInSettings }) {
  const { t } = useTranslation('signInSettings')
  const fresh = draftOf(held)
  const form = useZodForm(SignInChange, fresh)
  const change = useWrite(signInSettings.change, {
    invalidates: [signInSettings.read, '/users/me'],
    success: 'signInSettings:saved',
    quiet: 'all',
    of: () => held,
    onSuccess: (saved) => form.reset(draftOf(saved)),
  })
  return (
    <Panel title={t('factors.title')} description={t('factors.description')}>
      <Stack gap="xl">
        <Without secondFactors={held.secondFactors} />
        <Form form={form} label={t('factors.title')} onSubmit={(body) => change.mutateAsync({ body })}>
          <Rule form={form} />
          <ChangedMeanwhile
            form={form}
            fresh={fresh}
            kind={null}
            id="sign_in"
            labels={{
              'secondFactors.requiredFor': t('factors.requiredFor'),
              'secondFactors.roleIds': t('factors.roles'),
              'secondFactors.from': t('factors.from'),
              'secondFactors.graceDays': t('factors.graceDays'),
            }}
          />
          <FormActions submit={t('save')} />
        </Form>
      </Stack>
    </Panel>
  )
}

function Rule({ form }: { form: ZodForm<Input, Output> }) {
  const { t } = useTranslation('signInSettings')
  const roleName = useRoleName()
  const { data: roles = [] } = useQuery(queryOf(tenants.roles))
  const input = inputsOf(form)
  const scope = form.watch('secondFactors.requiredFor')
  return (
    <Stack>
      <SelectField
        {...input('secondFactors.requiredFor')}
        label={t('factors.requiredFor')}
        options={secondFactorScopes.map((value) => ({ value, label: t(`factors.scopes.${value}`) }))}
        required
      />
      {scope === 'roles' && (
        <MultiSelectField
          {...input('secondFactors.roleIds')}
          label={t('factors.roles')}
          options={roles.map((role) => ({ value: role.roleId, label: roleName(role) }))}
          required
        />
      )}
      {scope !== 'nobody' && (
        <FieldRow>
          <DateField
            {...input('secondFactors.from')}
            label={t('factors.from')}
            description={t('factors.fromHint')}
            required
          />
          <NumberField
            {...input('secondFactors.graceDays')}
            label={t('factors.graceDays')}
            description={t('factors.graceHint')}
            unit={t('factors.days')}
            minimum={0}
            maximum={maximumGraceDays}
            required
          />
        </FieldRow>
      )}
    </Stack>
  )
}

function Without({ secondFactors }: Pick<SignInSettings, 'secondFactors'>) {
  const { t } = useTranslation('signInSettings')
  const { language } = useLocale()
  const { peopleWithout, requiredWithout, requiredFor, enforcedFrom } = secondFactors
  const counted = (count: number) => ({ count, number: formatNumber(count, language) })
  const lines = [
    peopleWithout === 0 ? t('factors.nobodyWithout') : t('factors.without', counted(peopleWithout)),
    requiredFor === 'roles' && requiredWithout > 0 && t('factors.required', counted(requiredWithout)),
    enforcedFrom !== null && t('factors.enforced', { day: formatCalendarDay(enforcedFrom, language) }),
  ]
  return (
    <Stack gap="sm">
      <Text as="p">
        {lines.filter(Boolean).join(' ')}{' '}
        {peopleWithout > 0 && <EntityLink href={withoutFactor}>{t('factors.show')}</EntityLink>}
      </Text>
      {requiredFor !== 'nobody' && <Self enforcedFrom={enforcedFrom} />}
    </Stack>
  )
}

/** The people of all companies who have no second factor; suspended and invited ones are in no count. */
const withoutFactor = '/profile/account?mine=no&status=user_active&hasSecondFactor=false'

/** Who makes the rule is told when it concerns them too. */
function Self({ enforcedFrom }: Pick<SignInSettings['secondFactors'], 'enforcedFrom'>) {
  const { t } = useTranslation('signInSettings')
  const { language } = useLocale()
  const { isEnabled, isRequired } = useMe().secondFactor
  if (isEnabled) return null
  const day = enforcedFrom === null ? '' : formatCalendarDay(enforcedFrom, language)
  return (
    <Notice
      action={
        <LinkButton href="/profile" variant="default" size="xs">
          {t('factors.setUp')}
        </LinkButton>
      }
    >
      {isRequired ? t('factors.self', { day }) : t('factors.selfNow')}
    </Notice>
  )
}
