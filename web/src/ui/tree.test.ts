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

test('a tree is flattened in reading order, each node with its path', () => {
  expect(leaves.map(({ node, depth }) => [node.id, depth])).toEqual([
    ['v', 0],
    ['a', 1],
    ['s', 2],
    ['n', 1],
  ])
  expect(leaves[2]?.path).toEqual(['Vertex', 'Acme Nord'])
})

test('names that start with the typed letters come before those that contain them', () => {
  expect(found('nord')).toEqual(['n', 'a', 's'])
})

test('accents and capitals do not matter, and the code is searched too', () => {
  expect(found('SOCIETA')).toEqual(['s'])
  expect(found('c-77')).toEqual(['a'])
})

test('every typed word must match, and no word matches everything', () => {
  expect(found('nord acme')).toEqual(['a'])
  expect(found('acme xyz')).toEqual([])
  expect(found('  ')).toHaveLength(4)
})

test('a search visits each of five thousand nodes once', () => {
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
