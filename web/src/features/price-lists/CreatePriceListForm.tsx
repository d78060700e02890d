import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { priceLists } from '@trellis/contract/price-lists'
import { Id, requiredText } from '@trellis/contract/values'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { AccountField } from '../../app/AccountField.tsx'
import { useIsFirstStep } from '../../app/first-steps/FirstStep.tsx'
import { useMe } from '../../app/me.ts'
import { firstStepsHref } from '../../app/menu.ts'
import { isProblem } from '../../app/problem.ts'
import { targetOf } from '../../app/RouterLink.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { FieldRow, Form, FormActions, useZodForm, type ZodForm } from '../../ui/form.tsx'
import { issuesOf } from '../../ui/issues.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { useLeaveGuard } from '../../ui/leave.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { changesOf, faultyIn, idOf, type Lines, repriced } from './grid.ts'
import { PriceEditor } from './PriceEditor.tsx'
import { PriceListExample } from './PriceListExample.tsx'
import { currenciesQuery, usePricing } from './queries.ts'

const Draft = z.object({ name: requiredText(), currencyId: z.int(), parentAccountId: Id })

export function CreatePriceListForm() {
  const { t } = useTranslation(['priceLists', 'ui', 'errors'])
  const navigate = useNavigate()
  const { account } = useMe()
  const isFirst = useIsFirstStep()
  const form = useZodForm<z.input<typeof Draft>, z.output<typeof Draft>>(Draft, {
    name: '',
    parentAccountId: account.accountId,
  })
  const currencyId = form.watch('currencyId') ?? null
  const pricing = usePricing(currencyId)
  const [lines, setLines] = useState<Lines>([])
  const [tried, setTried] = useState(0)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  /** Where it goes on, once the list is saved. */
  const [next, setNext] = useState<string | null>(null)
  const create = useWrite(priceLists.create, {
    invalidates: ['/pricelists', '/first-steps'],
    success: 'priceLists:created',
    failure: 'priceLists:createError',
  })
  const faults = faultyIn(lines, pricing.pricedOf).length
  useLeaveGuard(next === null && (form.formState.isDirty || lines.length > 0))
  useEffect(() => {
    if (next !== null) void navigate(targetOf(next))
  }, [next, navigate])
  // After a change of the currency another MSRP applies: recompute the prices that have a discount.
  const { pricedOf } = pricing
  useEffect(() => setLines((before) => repriced(before, pricedOf)), [pricedOf])

  const save = async ({ name, currencyId, parentAccountId }: z.output<typeof Draft>) => {
    setRefused(new Map())
    if (faults > 0) {
      setTried((before) => before + 1)
      return
    }
    try {
      const { id } = await create.mutateAsync({
        body: { name, currencyId, parentAccountId, items: changesOf(lines).items },
      })
      setNext(isFirst ? firstStepsHref : `/pricelists/${id}`)
    } catch (error) {
      const rows = isProblem(error, 'RQ422') ? refusedRows(error, lines) : new Map<string, string>()
      if (rows.size === 0) throw error
      setRefused(
        new Map(
          [...rows].map(([productId, code]) => [productId, t(code === 'deleted' ? 'faults.deleted' : 'errors:RQ422')]),
        ),
      )
      setTried((before) => before + 1)
    }
  }
  return (
    <Form form={form} guard={false} label={t('new')} onSubmit={save}>
      <PriceListExample
        onFill={(values, example) => {
          form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true })
          setLines(example)
        }}
      />
      <About control={form.control} />
      <PriceEditor
        lines={lines}
        onChange={(change) => {
          setRefused(new Map())
          setLines(change)
        }}
        pricing={pricing}
        currencyId={currencyId}
        label={t('form.items')}
        text={t('form.itemsText')}
        tried={tried}
        refused={refused}
      />
      {tried > 0 && faults > 0 && (
        <Text as="p" role="alert" kind="error">
          {t('form.faults', { count: faults })}
        </Text>
      )}
      <FormActions
        submit={t('form.save')}
        onCancel={() => navigate(targetOf(isFirst ? firstStepsHref : '/pricelists'))}
      />
    </Form>
  )
}

function About({ control }: Pick<ZodForm<z.input<typeof Draft>, z.output<typeof Draft>>, 'control'>) {
  const { t } = useTranslation('priceLists')
  const currencies = useQuery(currenciesQuery)
  return (
    <Panel title={t('form.about')}>
      <Stack>
        <FieldRow>
          <TextField control={control} name="name" label={t('form.name')} required autoFocus />
          <SelectField
            control={control}
            name="currencyId"
            label={t('form.currency')}
            required
            loading={currencies.isPending}
            options={(currencies.data ?? []).map(({ currencyId: value, currencyCode, currencyName }) => ({
              value,
              label: `${currencyCode} · ${currencyName}`,
            }))}
          />
        </FieldRow>
        <AccountField
          control={control}
          name="parentAccountId"
          label={t('form.owner')}
          description={t('form.ownerText')}
          required
        />
      </Stack>
    </Panel>
  )
}

/** The products that the server rejected, with the reason for each. */
function refusedRows(error: unknown, lines: Lines): Map<string, string> {
  const rows = new Map<string, string>()
  for (const { path, code, message } of issuesOf(error)) {
    const index = Array.isArray(path) && path[0] === 'items' ? Number(path[1]) : -1
    const line = lines[index]
    if (line !== undefined) rows.set(idOf(line), message ?? code ?? '')
  }
  return rows
}
