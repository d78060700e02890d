import { beforeEach, expect, test, vi } from 'vitest'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible', cookie: '' })
vi.stubGlobal('document', page)
vi.stubGlobal('window', new EventTarget())
const { hold, settleHeld, statesOfDecisions, undoHeld } = await import('./held.ts')
const { change } = await import('./session.ts')

let sent: string[] = []
beforeEach(async () => {
  page.visibilityState = 'visible'
  await settleHeld()
  sent = []
})

const decide = (key: string, answer: Promise<unknown> = Promise.resolve()) =>
  hold({
    key,
    text: `${key} will be protected`,
    undo: 'Undo',
    send: () => {
      sent.push(key)
      return answer
    },
  })
const states = () => [...statesOfDecisions()]

test('a decision is held, and undone it is never sent (rules V16)', async () => {
  decide('DL-1')
  expect([states(), sent]).toEqual([[['DL-1', 'held']], []])
  undoHeld()
  await settleHeld()
  expect([states(), sent]).toEqual([[], []])
})

test('the next decision sends the one before, and undoing it leaves that alone (rules V16)', async () => {
  decide('DL-1')
  decide('DL-2')
  expect(sent).toEqual(['DL-1'])
  undoHeld()
  await settleHeld()
  expect([states(), sent]).toEqual([[], ['DL-1']])
})

test('what is held or sent is not decided a second time, and is done once the answer has come', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  decide('DL-1', answered)
  decide('DL-1')
  const settled = settleHeld()
  decide('DL-1')
  expect([states(), sent]).toEqual([[['DL-1', 'sent']], ['DL-1']])
  answer()
  await settled
  expect(states()).toEqual([])
})

test('a failure ends the decision too, so that it can be made again', async () => {
  decide('DL-1', Promise.reject(new Error('offline')))
  await settleHeld()
  decide('DL-1')
  await settleHeld()
  expect(sent).toEqual(['DL-1', 'DL-1'])
})

test('who leaves the page sends what is held (rules V16)', () => {
  decide('DL-1')
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sent).toEqual([])
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sent).toEqual(['DL-1'])
  decide('DL-2')
  window.dispatchEvent(new Event('pagehide'))
  expect(sent).toEqual(['DL-1', 'DL-2'])
})

test('what is held for one account is never sent for another (rules P61)', async () => {
  decide('DL-1')
  change('account')
  await settleHeld()
  expect([states(), sent]).toEqual([[], []])
})
