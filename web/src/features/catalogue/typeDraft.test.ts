import { expect, test } from 'vitest'
import { clashingFields, mergedType, TypeFields, type TypeInput, typePayloadOf } from './typeDraft.ts'

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const setting = (digit: number, typeName: TypeInput['features'][number]['typeName'], value: never | unknown) =>
  ({ id: id(digit), name: `Feature ${digit}`, description: '', typeName, value }) as TypeInput['features'][number]
const start: TypeInput = {
  name: 'Workstation',
  description: '',
  features: [setting(1, 'int', 4), setting(2, 'string', 'old'), setting(3, 'object', {})],
}
const withValue = (digit: number, value: unknown): TypeInput => ({
  ...start,
  features: start.features.map((each) => (each.id === id(digit) ? ({ ...each, value } as typeof each) : each)),
})

test('a value that does not fit the feature’s type is reported at its field, with its own message for numbers', () => {
  const issuesOf = (input: TypeInput) => {
    const tried = TypeFields.safeParse(input)
    return tried.success ? [] : tried.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  }
  expect(issuesOf(start)).toEqual([])
  expect(issuesOf(withValue(1, 'abc'))).toEqual(['features.0.value number'])
  expect(issuesOf(withValue(3, '{'))).toEqual(['features.2.value invalid_value'])
  expect(issuesOf(withValue(3, { a: '\u0000' }))).toEqual(['features.2.value invalid_value'])
})

test('two users who edit one type have a conflict only at the feature that both set', () => {
  const mine = { ...withValue(2, 'mine'), name: 'Mine' }
  const theirs = { ...withValue(2, 'theirs'), description: 'Theirs' }
  expect(clashingFields(start, mine, theirs, start)).toEqual(['features.1.value'])
  expect(clashingFields(start, mine, theirs, theirs)).toEqual([])
  expect(typePayloadOf(mergedType(start, mine, theirs))).toMatchObject({
    name: 'Mine',
    description: 'Theirs',
    features: [
      { id: id(1), value: 4 },
      { id: id(2), value: 'mine' },
      { id: id(3), value: {} },
    ],
  })
})
