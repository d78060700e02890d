import { catalogue, productList } from '@trellis/contract/catalogue'
import { licenseList } from '@trellis/contract/licenses'
import { orderList } from '@trellis/contract/orders'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { fieldsOf } from './fields.ts'
import { listOf } from './listUrl.ts'

const field = fieldsOf(orderList)

test('a field takes path, sort and filter from the contract', () => {
  expect(field('buyerName', 'Buyer')).toMatchObject({
    id: 'buyerName',
    header: 'Buyer',
    sort: 'buyerName',
    filter: { field: 'buyerName', kind: 'text' },
    file: [{ path: 'buyer.accountName' }],
  })
})

test('the words of a coded value serve the filter, the text and the file', () => {
  const words = { true: 'Yes', false: 'No' }
  const paid = field('paid', 'Paid', { words, sort: false })
  expect(paid.filter).toEqual({
    field: 'paid',
    kind: 'choice',
    options: [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ],
  })
  expect(paid.file).toEqual([{ path: 'paid', words }])
  expect(paid).not.toHaveProperty('sort')
  expect(paid.text?.({ paid: false } as never)).toBe('No')
})

test('an amount is aligned right, and files have its currency beside it', () => {
  const total = field('orderTotal', 'Total', { kind: 'money', currency: { path: 'currencyCode', label: 'Currency' } })
  expect(total).toMatchObject({ align: 'right', sort: 'orderTotal' })
  expect(total.file).toEqual([
    { path: 'orderTotal', kind: 'money' },
    { path: 'currencyCode', label: 'Currency' },
  ])
  // A filter by the exact amount is for programs.
  expect(total).not.toHaveProperty('filter')
})

test('a column can have the filter of another field', () => {
  const activated = fieldsOf(licenseList)('activationDate', 'Activated', {
    filteredBy: 'activated',
    choices: { true: 'Yes' },
  })
  expect(activated).toMatchObject({ sort: 'activationDate', filter: { field: 'activated', kind: 'choice' } })
  expect(activated.file).toEqual([{ path: 'activationDate' }])
})

test('a computed column is in no file', () => {
  expect(fieldsOf(productList)('kind', 'Kind', { cell: () => 'Goods', file: null }).file).toEqual([])
})

test('a path through lists joins the values, and a missing value is empty text', () => {
  const names = field('names', 'Names', { path: 'roles.*.name' })
  expect(names.text?.({ roles: [{ name: 'A' }, { name: 'B' }] } as never)).toBe('A, B')
  expect(names.text?.({} as never)).toBe('')
})

test('the URL may contain the filters of the contract, without exact ones and those that no column has', () => {
  const list = listOf(catalogue.search, { children: 'never' })
  expect(Object.keys(list.filters)).not.toContain('price')
  expect(list.filters).toMatchObject({ environmentType: 'number', name: 'text' })
  expect(list.sort).toEqual({ field: 'name', direction: 'asc' })
  expect(Object.keys(listOf(users.search, { notOffered: ['firstName'], children: 'never' }).filters)).toEqual(
    expect.not.arrayContaining(['firstName']),
  )
})

test('a column of a value that the rows do not carry is refused', () => {
  const lean = fieldsOf(orderList, ['orderId', 'buyer'])
  expect(lean('buyerName', 'Buyer').id).toBe('buyerName')
  expect(() => lean('paid', 'Paid', { words: { true: 'Yes', false: 'No' } })).toThrow('The rows do not carry paid')
})
