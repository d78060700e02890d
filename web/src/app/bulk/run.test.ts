import { expect, test } from 'vitest'
import { offline, ProblemError } from '../problem.ts'
import { type Outcome, runAll } from './run.ts'

/** Runs over `a` to `d`; `answers` has the outcome of some of them, `stopAt` is when the user presses Stop. */
async function outcomesOf(
  answers: Record<string, unknown>,
  stopAt?: string,
): Promise<Record<string, Outcome['state']>> {
  const states: Record<string, Outcome['state']> = {}
  await runAll(['a', 'b', 'c', 'd'], {
    send: (key) => (key in answers ? Promise.reject(answers[key]) : Promise.resolve()),
    onOutcome: (key, { state }) => {
      states[key] = state
    },
    isStopped: () => stopAt !== undefined && states[stopAt] !== undefined,
  })
  return states
}

test('if the server refuses one row, the run continues with the others', async () => {
  expect(await outcomesOf({ b: new ProblemError({ code: 'OC522', status: 409, message: '' }) })).toEqual({
    a: 'done',
    b: 'refused',
    c: 'done',
    d: 'done',
  })
})

test('a row without an answer ends the run, because the others would time out too', async () => {
  expect(await outcomesOf({ b: offline() })).toEqual({ a: 'done', b: 'unknown' })
})

test('after Stop the row that is running is finished and no other begins', async () => {
  expect(await outcomesOf({}, 'b')).toEqual({ a: 'done', b: 'done' })
})
