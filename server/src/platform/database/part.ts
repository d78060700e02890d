import type { Tx } from './tx.ts'

/** A part of a transaction, or all of it, with an end of its own. */
interface Part {
  tx: Tx
  /** Nothing more is asked: code that goes on after another statement of its `Promise.all` has failed may not write into what follows. */
  end(): void
}

/**
 * Whatever is asked of a part fails with the transaction, which tells why; so a statement that is no longer waited for, because what stands
 * beside it refused, leaves no rejection that nobody hears.
 * @param afterCommit what becomes of actions for after the commit
 */
export function openPart(of: Tx, afterCommit: Tx['afterCommit'] = of.afterCommit): Part {
  let isOver = false
  const asked = <A extends unknown[], T>(ask: (...args: A) => Promise<T>) => {
    return (...args: A): Promise<T> => {
      const answer = isOver ? Promise.reject(new Error('The transaction is over')) : ask(...args)
      answer.catch(() => undefined)
      return answer
    }
  }
  return {
    tx: {
      keyed: of.keyed,
      rows: asked(of.rows) as Tx['rows'],
      row: asked(of.row) as Tx['row'],
      json: asked(of.json) as Tx['json'],
      run: asked(of.run),
      last: asked(of.last) as Tx['last'],
      later(query) {
        if (!isOver) of.later(query)
      },
      afterCommit,
    },
    end() {
      isOver = true
    },
  }
}
