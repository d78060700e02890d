import { brokenPasswordRules } from '@trellis/contract/passwords'
import { Email, requiredText, text } from '@trellis/contract/values'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { Button } from '../../ui/Button.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { FieldGroup, FieldRow, Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { Columns, Stack } from '../../ui/layout.tsx'
import { MoneyField } from '../../ui/MoneyField.tsx'
import { MultiSelectField } from '../../ui/MultiSelectField.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { PasswordStrength } from '../../ui/PasswordStrength.tsx'
import { type SearchOption, SearchSelect } from '../../ui/SearchSelect.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { TreeField } from '../../ui/TreeField.tsx'
import { toast } from '../../ui/toast.tsx'
import { Section, Specimen } from './Section.tsx'
import { network } from './samples.ts'

const Schema = z.object({
  name: requiredText(),
  email: z.optional(Email),
  account: requiredText(),
  group: z.int(),
  tags: z.array(z.string()),
  quantity: z.int().check(z.minimum(1), z.maximum(1000)),
  price: z.number().check(z.minimum(0)),
  start: z.optional(z.iso.date()),
  password: z
    .string()
    .check(z.refine((password) => brokenPasswordRules(password).length === 0, { error: 'password_strength' })),
  active: z.boolean(),
  notes: text(),
})

const groups = ['Distributor', 'Platinum reseller', 'Gold reseller', 'Silver reseller', 'Buyer']

export function FormSection() {
  const form = useZodForm(Schema, {
    name: '',
    email: 'not an e-mail',
    account: '',
    tags: [],
    quantity: 1,
    price: 1250.5,
    password: 'abc',
    active: true,
    notes: 'Deliver to the side entrance.',
  })
  const { control } = form
  const password = useWatch({ control, name: 'password' })
  return (
    <Section title="Forms">
      <Columns min="22rem" align="start">
        <Specimen label="Checked by a schema; save it empty to see the words">
          <Panel title="New thing">
            <Form
              form={form}
              guard={false}
              label="New thing"
              onSubmit={async ({ name }) => {
                await new Promise((resolve) => setTimeout(resolve, 600))
                if (name === 'taken') {
                  throw { info: { issues: [{ path: ['name'], code: 'invalid_value', message: 'taken' }] } }
                }
                toast.success(`${name} saved`)
              }}
            >
              <TextField
                control={control}
                name="name"
                label="Name"
                required
                description="“taken” is refused by the server"
              />
              <FieldRow>
                <TextField control={control} name="email" type="email" label="E-mail" />
                <SelectField
                  control={control}
                  name="group"
                  label="Group"
                  required
                  options={groups.map((label, value) => ({ label, value }))}
                />
              </FieldRow>
              <TreeField control={control} name="account" label="Account" required roots={network} />
              <MultiSelectField
                control={control}
                name="tags"
                label="Tags"
                options={['Cloud', 'On premise', 'Trial', 'Upgrade'].map((label) => ({ label, value: label }))}
              />
              <FieldRow>
                <NumberField control={control} name="quantity" label="Quantity" required minimum={1} maximum={1000} />
                <MoneyField control={control} name="price" label="Price" required currency="EUR" />
                <DateField control={control} name="start" label="Start" />
              </FieldRow>
              <FieldGroup legend="Access">
                <PasswordField
                  control={control}
                  name="password"
                  label="Password"
                  required
                  autoComplete="new-password"
                />
                <PasswordStrength password={password} />
                <SwitchField
                  control={control}
                  name="active"
                  label="Active"
                  description="An inactive one cannot sign in"
                />
              </FieldGroup>
              <TextAreaField control={control} name="notes" label="Notes" />
              <FormActions submit="Save">
                <Button variant="default" onClick={() => form.reset()}>
                  Start over
                </Button>
              </FormActions>
            </Form>
          </Panel>
        </Specimen>
        <Specimen label="Outside of a form">
          <Panel>
            <Pickers />
          </Panel>
        </Specimen>
      </Columns>
    </Section>
  )
}

const products: SearchOption[] = ['Core', 'Edge', 'Vault', 'Relay', 'Beacon'].flatMap((name, index) =>
  ['1 year', '3 years', 'perpetual'].map((term, position) => ({
    value: `${name}-${position}`,
    label: `${name}, ${term}`,
    hint: `${name.toUpperCase()}-${position === 2 ? 'P' : `${position * 2 + 1}Y`}`,
    aside: `€${(index + 1) * 120 * (position + 1)}.00`,
    disabled: index === 3,
  })),
)

const find = async (typed: string) => {
  await new Promise((resolve) => setTimeout(resolve, 250))
  return products.filter(({ label, hint }) => `${label} ${hint}`.toLowerCase().includes(typed.toLowerCase()))
}

const fail = () => Promise.reject(new Error('sample'))

function Pickers() {
  const [product, setProduct] = useState<SearchOption | null>(null)
  return (
    <Stack>
      <SearchSelect
        load={find}
        value={product}
        onChange={setProduct}
        label="Product"
        required
        placeholder="Name or SKU"
      />
      <SearchSelect load={fail} value={null} onChange={() => undefined} label="A picker whose server is away" />
      <SearchSelect load={find} value={products[4] ?? null} onChange={() => undefined} label="Disabled" disabled />
    </Stack>
  )
}
