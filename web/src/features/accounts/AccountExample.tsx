import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FirstStep } from '../../app/first-steps/FirstStep.tsx'
import type { Choice } from '../../ui/SelectField.tsx'
import { emptyAddress } from './address.ts'
import type { NewAccountInput } from './newAccount.ts'

interface AccountExampleProps {
  groups: readonly Choice[]
  lists: readonly Choice[]
}

/** As one of the first steps, the form of a new account offers an example. Nobody is invited by it. */
export function AccountExample({ groups: [group], lists: [list] }: AccountExampleProps) {
  const { t } = useTranslation(['accounts', 'accountForm'])
  const form = useFormContext<NewAccountInput>()
  const fill = () => {
    const { groupId, priceListId, ...typed } = form.getValues()
    form.reset(
      {
        ...typed,
        groupId: groupId ?? Number(group?.value),
        priceListId: priceListId ?? (list ? String(list.value) : null),
        canPropagate: list !== undefined,
        accountName: t('accountForm:exampleName'),
        address: {
          ...emptyAddress,
          ...{ vatId: 'IT12345670017', street: 'Via Roma 1', city: 'Milano', postalCode: '20121', countryCode: 'IT' },
        },
      },
      { keepDefaultValues: true },
    )
  }
  return <FirstStep step="partner" onExample={group && fill} />
}
