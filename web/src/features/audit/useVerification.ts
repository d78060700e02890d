import { audit, type ChainFault, type ChainStep, distinctFaults } from '@trellis/contract/audit'
import type { AnswerOf } from '@trellis/contract/endpoint'
import { useEffect, useRef, useState } from 'react'
import { callWith } from '../../app/calls.ts'

interface Progress {
  verified: number
  sealed: number
  faults: readonly ChainFault[]
}

export type Verification =
  | { state: 'idle' }
  | ({ state: 'running' | 'canceled' | 'done'; isBeyondLinks: boolean } & Progress)
  | ({ state: 'failed'; error: unknown } & Progress)

const first: ChainStep = { stage: 'links', after: 0, month: null }

/** Verifies the chain part after part; `cancel` stops after the part that is under way. */
export function useVerification() {
  const [verification, setVerification] = useState<Verification>({ state: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const abort = new AbortController()
    running.current = abort
    let progress: Progress = { verified: 0, sealed: 0, faults: [] }
    setVerification({ state: 'running', isBeyondLinks: false, ...progress })
    try {
      for (let step: ChainStep | null = first; step !== null; ) {
        const { next, verified, sealed, faults }: AnswerOf<typeof audit.verify> = await callWith(
          audit.verify,
          { body: step },
          { signal: abort.signal, timeout: 120_000 },
        )
        if (abort.signal.aborted) return
        progress = { verified, sealed, faults: distinctFaults([...progress.faults, ...faults]) }
        const isBeyondLinks = next === null || next.stage !== 'links'
        setVerification({ state: next === null ? 'done' : 'running', isBeyondLinks, ...progress })
        step = next
      }
    } catch (error) {
      if (!abort.signal.aborted) setVerification({ state: 'failed', error, ...progress })
    }
  }
  const cancel = () => {
    running.current?.abort()
    setVerification((now) => (now.state === 'running' ? { ...now, state: 'canceled' } : now))
  }
  return { verification, start, cancel }
}
