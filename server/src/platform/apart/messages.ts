/** What is to be run: an exported function of a file. */
export interface Task {
  file: string
  name: string
  input: unknown
}

/** To the thread: each answers one message from it. */
export type ToThread =
  | { kind: 'task'; task: Task }
  | { kind: 'given'; value: unknown }
  | { kind: 'end' }
  | { kind: 'more' }

/** From the thread. After `ask` it waits for `given` or `end`, after `result` for `more`. */
export type FromThread =
  | { kind: 'ready' }
  | { kind: 'ask' }
  | { kind: 'result'; value: unknown }
  | { kind: 'done' }
  | { kind: 'failed'; message: string }
