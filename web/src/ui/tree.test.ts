import { expect, test } from 'vitest'
import { flatten, search, type TreeNode } from './tree.ts'

const roots: TreeNode[] = [
  {
    id: 'v',
    name: 'Vertex',
    children: [
      { id: 'a', name: 'Acme Nord', hint: 'C-77', children: [{ id: 's', name: 'Società Nord' }] },
      { id: 'n', name: 'Nordico' },
    ],
  },
]
const leaves = flatten(roots)
const found = (typed: string) => search(leaves, typed).map(({ node }) => node.id)

test('a tree is read from above, each node with its way', () => {
  expect(leaves.map(({ node, depth }) => [node.id, depth])).toEqual([
    ['v', 0],
    ['a', 1],
    ['s', 2],
    ['n', 1],
  ])
  expect(leaves[2]?.path).toEqual(['Vertex', 'Acme Nord'])
})

test('names that begin with the letters come before those that contain them', () => {
  expect(found('nord')).toEqual(['n', 'a', 's'])
})

test('accents and capitals do not matter, and the code is found too', () => {
  expect(found('SOCIETA')).toEqual(['s'])
  expect(found('c-77')).toEqual(['a'])
})

test('every word must occur, and no word finds all', () => {
  expect(found('nord acme')).toEqual(['a'])
  expect(found('acme xyz')).toEqual([])
  expect(found('  ')).toHaveLength(4)
})

test('of five thousand nodes each is looked at once', () => {
  const many = flatten([
    { id: 'r', name: 'Root', children: Array.from({ length: 5000 }, (_, i) => ({ id: `${i}`, name: `Account ${i}` })) },
  ])
  let looks = 0
  const watched = many.map(({ text }) => ({
    get text() {
      looks += 1
      return text
    },
  }))
  expect(search(watched, 'zzz 49')).toEqual([])
  expect(looks).toBe(many.length)
})
