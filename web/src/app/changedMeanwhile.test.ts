import { expect, test } from 'vitest'
import { currentOf, saveOver } from './changedMeanwhile.ts'
import { ProblemError } from './problem.ts'
import { sharing, versionOf, withVersion } from './versions.ts'

interface Thing {
  name: string
  price: number
}
const thing = (more: Partial<Thing>, version: string) => withVersion({ name: 'One', price: 1, ...more }, version)
const stale = (current: Thing | null) =>
  new ProblemError({ code: 'RQ412', status: 412, message: 'First', info: { current, etag: '"2"' } })

/** A server that has `now`, and takes a change with its version only. */
function server(now: Thing) {
  const sent: Thing[] = []
  return {
    sent,
    save: async (record: Thing) => {
      sent.push(record)
      if (versionOf(record) !== '"2"') throw stale({ ...now })
    },
  }
}
const fieldsOf = (now: Thing, before: Thing) => (now.name === before.name ? [] : ['name'])

test('what somebody else changed in other fields does not stop a save: it is done over the record as it is now', async () => {
  const { sent, save } = server(thing({ price: 2 }, '"2"'))
  const seen = { current: thing({}, '"1"') }
  await saveOver(seen, save, fieldsOf)
  expect(sent).toEqual([
    { name: 'One', price: 1 },
    { name: 'One', price: 2 },
  ])
  expect(versionOf(seen.current)).toBe('"2"')
})

test('a field that both changed refuses the save once, at the field; the next save is done', async () => {
  const { sent, save } = server(thing({ name: 'Theirs' }, '"2"'))
  const seen = { current: thing({}, '"1"') }
  await expect(saveOver(seen, save, fieldsOf)).rejects.toMatchObject({
    info: { issues: [{ path: 'name', message: 'changed_meanwhile' }] },
  })
  expect(sent).toHaveLength(1)
  await saveOver(seen, save, fieldsOf)
  expect(sent.at(-1)).toEqual({ name: 'Theirs', price: 1 })
})

test('any other refusal, and a record that is not shown, ends the save', async () => {
  const seen = { current: thing({}, '"1"') }
  const other = new ProblemError({ code: 'PD409', status: 409, message: 'Taken', info: { current: {} } })
  await expect(saveOver(seen, () => Promise.reject(other), fieldsOf)).rejects.toBe(other)
  const hidden = stale(null)
  await expect(saveOver(seen, () => Promise.reject(hidden), fieldsOf)).rejects.toBe(hidden)
  expect(currentOf(other)).toBeNull()
})

test('a record that somebody changes again and again does not make the browser try for ever', async () => {
  let tries = 0
  const seen = { current: thing({}, '"1"') }
  const save = async () => {
    tries += 1
    throw stale({ name: 'One', price: tries })
  }
  await expect(saveOver(seen, save, fieldsOf)).rejects.toMatchObject({ info: { issues: [{ path: 'name' }] } })
  expect(tries).toBe(5)
})

test('a record that is read again and is equal has the newer version, and its parts are kept', () => {
  const old = withVersion({ name: 'One', tags: ['a'] }, '"1"')
  expect(sharing(old, withVersion({ name: 'One', tags: ['a'] }, '"2"'))).toBe(old)
  expect(versionOf(old)).toBe('"2"')
  const changed = sharing(old, withVersion({ name: 'Two', tags: ['a'] }, '"3"')) as typeof old
  expect([changed.name, versionOf(changed), changed.tags === old.tags]).toEqual(['Two', '"3"', true])
})
