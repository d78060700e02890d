import { useQuery } from '@tanstack/react-query'
import {
  type ApprovalRule,
  ApprovalRuleDraft,
  approvalKinds,
  approvalNeeds,
  approvalRules,
} from '@trellis/contract/approvals'
import { catalogue } from '@trellis/contract/catalogue'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { AccountField } from '../../app/AccountField.tsx'
import { useGroupName } from '../../app/groupNames.ts'
import { useCan } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { useRoleName } from '../../app/roleNames.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldRow, Form, FormActions, inputsOf, useZodForm, type ZodForm } from '../../ui/form.tsx'
import { Text } from '../../ui/layout.tsx'
import { MoneyField } from '../../ui/MoneyField.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { currenciesQuery, groupsQuery, rolesQuery } from './queries.ts'

interface RuleDialogProps {
  /** The rule to edit, null to add one. */
  rule: ApprovalRule | null
  onClose: () => void
}

type RuleForm = ZodForm<z.input<typeof ApprovalRuleDraft>, z.output<typeof ApprovalRuleDraft>>

const outcome = {
  // What waits is asked anew.
  invalidates: ['/approvalRules', '/orders', '/deals'],
  success: 'approvals:rules.saved',
  failure: 'approvals:rules.saveError',
} as const

/** Adds or changes a rule of the own account. */
export default function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const { t } = useTranslation('approvals')
  const title = rule === null ? t('rules.add') : t('rules.editTitle', { name: rule.name })
  const form: RuleForm = useZodForm(ApprovalRuleDraft, {
    name: rule?.name ?? '',
    isEnabled: rule?.isEnabled ?? true,
    appliesTo: rule?.appliesTo ?? 'both',
    amountAbove: rule?.amountAbove ?? null,
    currencyId: rule?.currencyId ?? null,
    belowListShare: rule?.belowListShare ?? null,
    accountId: rule?.accountId ?? null,
    productId: rule?.productId ?? null,
    needs: rule?.needs ?? 'second_person',
    roleId: rule?.roleId ?? null,
    level: rule?.level ?? null,
  })
  const input = inputsOf(form)
  const create = useWrite(approvalRules.create, outcome)
  const change = useWrite(approvalRules.change, { ...outcome, of: () => rule ?? undefined })
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Form
        form={form}
        guard={false}
        label={title}
        onSubmit={async (body) => {
          await (rule ? change.mutateAsync({ params: { id: rule.ruleId }, body }) : create.mutateAsync({ body }))
          onClose()
        }}
      >
        <TextField {...input('name')} label={t('rules.name')} maximum={100} required autoFocus />
        <SelectField
          {...input('appliesTo')}
          label={t('form.appliesTo')}
          required
          options={approvalKinds.map((kind) => ({ value: kind, label: t(`applies.${kind}`) }))}
        />
        <Conditions form={form} />
        <Needs form={form} />
        <SwitchField {...input('isEnabled')} label={t('form.isEnabled')} />
        <FormActions submit={t('form.save')} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

function Conditions({ form }: { form: RuleForm }) {
  const { t } = useTranslation('approvals')
  const input = inputsOf(form)
  const currencies = useQuery(currenciesQuery)
  const mayReadProducts = useCan('Products', 'r')
  const products = useQuery({ ...queryOf(catalogue.list), enabled: mayReadProducts, staleTime: 60_000 })
  return (
    <>
      <div>
        <Text kind="strong">{t('form.conditions')}</Text>
        <Text as="p" kind="quiet">
          {t('form.conditionsText')}
        </Text>
      </div>
      <FieldRow>
        <MoneyField {...input('amountAbove')} label={t('form.amountAbove')} currency={null} />
        <SelectField
          {...input('currencyId')}
          label={t('form.currency')}
          loading={currencies.isPending}
          options={(currencies.data ?? []).map(({ currencyId, currencyCode, currencyName }) => ({
            value: currencyId,
            label: `${currencyCode} · ${currencyName}`,
          }))}
        />
      </FieldRow>
      <NumberField {...input('belowListShare')} label={t('form.share')} decimals={2} maximum={100} unit="%" />
      <AccountField {...input('accountId')} label={t('form.account')} description={t('form.accountText')} />
      {mayReadProducts && (
        <SelectField
          {...input('productId')}
          label={t('form.product')}
          loading={products.isPending}
          options={(products.data ?? []).map(({ productId, productName, sku }) => ({
            value: productId,
            label: `${productName} · ${sku}`,
          }))}
        />
      )}
    </>
  )
}

/** What the rule asks for, with the field of its kind. */
function Needs({ form }: { form: RuleForm }) {
  const { t } = useTranslation('approvals')
  const input = inputsOf(form)
  const needs = form.watch('needs')
  const roleName = useRoleName()
  const groupName = useGroupName()
  const roles = useQuery({ ...rolesQuery, enabled: needs === 'role' })
  const groups = useQuery({ ...groupsQuery, enabled: needs === 'level' })
  const levels = [...new Set((groups.data ?? []).map(({ level }) => level))]
  const groupsAt = (level: number) =>
    (groups.data ?? []).filter((group) => group.level === level).map(({ name }) => groupName(name))
  return (
    <>
      <SelectField
        {...input('needs')}
        label={t('form.needs')}
        required
        options={approvalNeeds.map((each) => ({ value: each, label: t(`form.kinds.${each}`) }))}
      />
      {needs === 'role' && (
        <SelectField
          {...input('roleId')}
          label={t('form.role')}
          description={t('form.roleText')}
          required
          loading={roles.isPending}
          options={(roles.data ?? []).map((role) => ({ value: role.roleId, label: roleName(role) }))}
        />
      )}
      {needs === 'level' && (
        <SelectField
          {...input('level')}
          label={t('form.level')}
          required
          loading={groups.isPending}
          options={levels.map((level) => ({
            value: level,
            label: t('form.levelOf', { level, groups: groupsAt(level).join(', ') }),
          }))}
        />
      )}
    </>
  )
}
