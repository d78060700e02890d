import type { AccountNode } from '@trellis/contract/accounts'
import { expect, test } from 'vitest'
import { groupsBelow, idsBelow, nodeIn } from './tree.ts'

const node = (id: string, ...children: AccountNode[]): AccountNode => ({
  id,
  name: id,
  groupName: '',
  level: 0,
  children,
})
const root = node('vendor', node('north', node('acme', node('fjord'))), node('south'))

test('an account is found on any level, and an unknown account is not found', () => {
  expect(nodeIn(root, 'fjord')?.id).toBe('fjord')
  expect(nodeIn(root, 'elsewhere')).toBeUndefined()
  expect(nodeIn(undefined, 'fjord')).toBeUndefined()
})

test('a branch is the account with all accounts below it', () => {
  expect([...idsBelow(root, 'north')]).toEqual(['north', 'acme', 'fjord'])
  expect([...idsBelow(root, 'elsewhere')]).toEqual([])
})

test('below a level are all groups of the next existing level', () => {
  const groups = [20, 30, 40, 40, 40, 60].map((level, index) => ({ level, index }))
  expect(groupsBelow(groups, 30).map(({ level }) => level)).toEqual([40, 40, 40])
  expect(groupsBelow(groups, 40).map(({ level }) => level)).toEqual([60])
  expect(groupsBelow(groups, 35).map(({ level }) => level)).toEqual([40, 40, 40])
  expect(groupsBelow(groups, 60)).toEqual([])
})
