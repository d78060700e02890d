import { Stack } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { LicenseError } from '@trellis/contract/license-changes'
import { licenses } from '@trellis/contract/licenses'
import { Quantity } from '@trellis/contract/values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useGroupName } from '../../app/groupNames.ts'
import { useCan, useMe } from '../../app/me.ts'
import { useNetwork } from '../../app/network.ts'
import { isProblem } from '../../app/problem.ts'
import { useWrite } from '../../app/useWrite.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Form, FormActions, inputsOf, useZodForm, type ZodForm } from '../../ui/form.tsx'
import { formatDay, formatNumber } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TreeField } from '../../ui/TreeField.tsx'
import { BaseKeys } from './BaseKeys.tsx'
import { CreationErrors } from './CreationErrors.tsx'
import { useBaseKeys, useExtensions, useLicensables, useOrderReferences } from './choices.ts'
import { Extensions } from './Extensions.tsx'

const Draft = z.object({
  ownerAccountId: z.string().check(z.minLength(1)),
  derivedOrderId: z.optional(z.nullable(z.string())),
  productId: z.string().check(z.minLength(1)),
  qt: Quantity,
  generateSeparateKeys: z.boolean(),
  licenseNote: z.string().check(z.maxLength(2000)),
})

const Errors = z.object({ errors: z.array(LicenseError) })

/** The form for new license keys. */
export function CreateLicensePage() {
  const { t } = useTranslation('licenses')
  const navigate = useNavigate()
  const { account } = useMe()
  const mayCreate = useCan('Licenses', 'c')
  const [extensions, setExtensions] = useState<string[]>([])
  const [bases, setBases] = useState<string[]>([])
  const [errors, setErrors] = useState<LicenseError[]>([])
  const form = useZodForm(Draft, {
    ownerAccountId: useLocation({ select: ({ search }) => (search as { owner?: string }).owner }) ?? account.accountId,
    derivedOrderId: null,
    productId: '',
    qt: 1,
    generateSeparateKeys: false,
    licenseNote: '',
  })
  const input = inputsOf(form)
  const owner = form.watch('ownerAccountId') || account.accountId
  const create = useWrite(licenses.create, {
    invalidates: ['/licenses', '/orders/stock', '/pricelists/products'],
    success: 'licenses:created',
    failure: 'licenses:createError',
  })
  const save = async (draft: z.output<typeof Draft>) => {
    setErrors([])
    try {
      const { serialKeys } = await create.mutateAsync({ body: payloadOf(draft, extensions, bases) })
      form.reset(form.getValues())
      const [first] = serialKeys
      // One key opens its page; several keys open the list, which shows the newest first.
      await navigate(
        serialKeys.length === 1 && first
          ? { to: '/licenses/$serialKey', params: { serialKey: first } }
          : { to: '/licenses' },
      )
    } catch (error) {
      const info = isProblem(error, 'LC519') ? Errors.safeParse(error.info) : undefined
      if (!info?.success) throw error
      setErrors(info.data.errors)
    }
  }
  const forget = () => {
    setExtensions([])
    setBases([])
    setErrors([])
  }
  return (
    <Page title={t('create')} back={{ href: '/licenses', label: t('title') }} width="narrow">
      <Form form={form} onSubmit={save}>
        <Panel>
          <Stack gap="md">
            <OwnerField form={form} onChosen={forget} />
            <ProductFields
              form={form}
              owner={owner}
              extensions={extensions}
              onExtensions={setExtensions}
              bases={bases}
              onBases={setBases}
              onChosen={forget}
            />
            <OrderField form={form} owner={owner} />
            <TextAreaField {...input('licenseNote')} label={t('note')} maximum={2000} />
            <CreationErrors errors={errors} ownerAccountId={owner} />
            <FormActions submit={t('create')} disabled={!mayCreate} onCancel={() => navigate({ to: '/licenses' })} />
          </Stack>
        </Panel>
      </Form>
    </Page>
  )
}

interface FieldsProps {
  form: ZodForm<z.input<typeof Draft>, z.output<typeof Draft>>
}

/** Whose stock is used. Another owner has other products and orders. */
function OwnerField({ form, onChosen }: FieldsProps & { onChosen: () => void }) {
  const input = inputsOf(form)
  const { t } = useTranslation('licenses')
  const { account } = useMe()
  const { roots, loading } = useNetwork()
  const groupName = useGroupName()
  const own = { id: account.accountId, name: account.accountName, hint: groupName(account.groupName) }
  return (
    <TreeField
      {...input('ownerAccountId')}
      label={t('owner')}
      description={t('ownerDescription')}
      required
      roots={roots.length > 0 ? roots : [own]}
      loading={loading}
      onChosen={() => {
        form.setValue('productId', '')
        form.setValue('derivedOrderId', null)
        onChosen()
      }}
    />
  )
}

interface ProductFieldsProps extends FieldsProps {
  owner: string
  extensions: string[]
  onExtensions: (extensions: string[]) => void
  /** The keys that an upgrade right upgrades. */
  bases: string[]
  onBases: (serialKeys: string[]) => void
  onChosen: () => void
}

/** The product with its quantity, and what extends it or what it upgrades. */
function ProductFields({ form, owner, extensions, onExtensions, bases, onBases, onChosen }: ProductFieldsProps) {
  const input = inputsOf(form)
  const { t } = useTranslation('licenses')
  const { language } = useLocale()
  const { products, available, loading, error, retry } = useLicensables(owner)
  const chosen = form.watch('productId') || null
  const offered = useExtensions(chosen)
  const upgraded = products.find(({ productId }) => productId === chosen)?.upgrades ?? null
  const { keys, loading: findingKeys } = useBaseKeys(owner, upgraded)
  const mayOrder = useCan('Orders', 'c')
  const { level } = useMe().account
  const onHand = (count: number | null) =>
    count === null ? t('trial') : t('onHand', { count, amount: formatNumber(count, language) })
  return (
    <>
      {error !== null && <ErrorBlock error={error} title={t('productsFailed')} retry={retry} shape="line" />}
      <SelectField
        {...input('productId')}
        label={t('product')}
        required
        loading={loading}
        empty={error === null ? t('noProducts') : t('productsFailed')}
        description={products.length === 0 && !loading && error === null ? t('noProducts') : undefined}
        options={products.map((product) => ({
          value: product.productId,
          label: `${product.name} · ${product.sku} · ${onHand(product.available)}`,
        }))}
        onChosen={onChosen}
      />
      {products.length === 0 && !loading && error === null && mayOrder && (
        <Row>
          <LinkButton variant="default" size="xs" href={level <= 40 ? '/sell-out/create' : '/sell-in/create'}>
            {t(level <= 40 ? 'sellFirst' : 'buyFirst')}
          </LinkButton>
        </Row>
      )}
      <NumberField {...input('qt')} label={t('quantity')} required minimum={1} />
      <SwitchField
        {...input('generateSeparateKeys')}
        label={t('separateKeys')}
        description={t('separateKeysDescription')}
      />
      {upgraded !== null && <BaseKeys offered={keys} loading={findingKeys} chosen={bases} onChange={onBases} />}
      {offered.length > 0 && (
        <Extensions
          offered={offered.map(({ productId, name, sku }) => ({
            productId,
            name,
            sku,
            available: available.get(productId) ?? 0,
          }))}
          chosen={extensions}
          onChange={onExtensions}
        />
      )}
    </>
  )
}

/** The purchase that the keys belong to. */
function OrderField({ form, owner }: FieldsProps & { owner: string }) {
  const input = inputsOf(form)
  const { t } = useTranslation('licenses')
  const locale = useLocale()
  const references = useOrderReferences(owner)
  return (
    <SelectField
      {...input('derivedOrderId')}
      label={t('orderReference')}
      description={t('orderReferenceDescription')}
      empty={references.isFailed ? t('ordersFailed') : t('noOrders')}
      options={references.orders.map((order) => ({
        value: order.orderId,
        label: [order.orderCode, order.orderRefCode, formatDay(new Date(order.creationDate), locale)]
          .filter(Boolean)
          .join(' · '),
      }))}
    />
  )
}

/** Every seat gets the extension, so its quantity equals that of the product. */
function payloadOf(draft: z.output<typeof Draft>, extensions: string[], bases: string[]) {
  return {
    items: [
      {
        productId: draft.productId,
        qt: draft.qt,
        generateSeparateKeys: draft.generateSeparateKeys,
        extensions: extensions.map((productId) => ({ productId, qt: draft.qt })),
        ...(bases.length > 0 && { upgradeOf: bases }),
      },
    ],
    licenseNote: draft.licenseNote.trim() === '' ? null : draft.licenseNote,
    parentAccountId: draft.ownerAccountId,
    derivedOrderId: draft.derivedOrderId || null,
  }
}
