import { useEffect, useRef } from 'react'
import { useDismissing } from './useDismissing.ts'

interface DismissAskProps {
  serialKey: string
  onClose: () => void
}

/** The question of `useDismissing` by itself, for screens that load its code and texts with the first of them. */
export default function DismissAsk({ serialKey, onClose }: DismissAskProps) {
  const { dismiss } = useDismissing()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void dismiss(serialKey).then(onClose)
  })
  return null
}
