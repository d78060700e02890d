import { languageCodes, TimeZone } from '@trellis/contract/users'
import { requiredText } from '@trellis/contract/values'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { languageOf } from '../../../app/i18n.ts'
import { TimeZoneField } from '../../../app/TimeZoneField.tsx'
import { FieldRow, inputsOf } from '../../../ui/form.tsx'
import { type Choice, SelectField } from '../../../ui/SelectField.tsx'
import { SwitchField } from '../../../ui/SwitchField.tsx'
import { TextField } from '../../../ui/TextField.tsx'

export const UserDraft = z.object({
  firstName: requiredText(),
  lastName: requiredText(),
  timeZone: TimeZone,
  languageCode: z.enum(languageCodes),
  isNotificationEnabled: z.boolean(),
})
type Draft = z.output<typeof UserDraft>

/** The initial values for a user's own record; an unknown language becomes English. */
export const draftOf = (user: Omit<Draft, 'languageCode'> & { languageCode: string }): Draft => ({
  firstName: user.firstName,
  lastName: user.lastName,
  timeZone: user.timeZone,
  languageCode: languageOf(user.languageCode) ?? 'en',
  isNotificationEnabled: user.isNotificationEnabled,
})

/** The languages of the portal as options, each by its own name. */
export function useLanguageOptions(): Choice[] {
  const { t } = useTranslation()
  return languageCodes.map((value) => ({ value, label: t(`languages.${value}`) }))
}

interface UserFieldsProps {
  /** Explanations below the fields. */
  hints: Partial<Record<'timeZone' | 'language' | 'notifications', string>>
  /** The form is about the reader: the browser may fill in the names. */
  isOwn?: boolean
}

/** The fields of a form whose values are those of `UserDraft`. */
export function UserFields({ hints, isOwn = false }: UserFieldsProps) {
  const { t } = useTranslation('users')
  const input = inputsOf(useFormContext<Draft, unknown, Draft>())
  const [given, family] = isOwn ? (['given-name', 'family-name'] as const) : (['off', 'off'] as const)
  return (
    <>
      <FieldRow>
        <TextField {...input('firstName')} label={t('firstName')} autoComplete={given} required autoFocus={!isOwn} />
        <TextField {...input('lastName')} label={t('lastName')} autoComplete={family} required />
      </FieldRow>
      <TimeZoneField {...input('timeZone')} label={t('timeZone')} description={hints.timeZone} required />
      <SelectField
        {...input('languageCode')}
        label={t('language')}
        description={hints.language}
        required
        options={useLanguageOptions()}
      />
      <SwitchField {...input('isNotificationEnabled')} label={t('notifications')} description={hints.notifications} />
    </>
  )
}
