import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../app/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Seconds before another mail can be requested, because the first one needs some time to arrive. */
const pauseSeconds = 30

/** A button that sends the code again, after a pause or after the time the server asks for. */
export function SendAgain({ onSend }: { onSend: () => Promise<void> }) {
  const { t } = useTranslation('profile')
  const [left, setLeft] = useState(pauseSeconds)
  const [sending, setSending] = useState(false)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const send = async () => {
    setSending(true)
    try {
      await onSend()
      toast.info(t('setup.sentAgain'))
      setLeft(pauseSeconds)
    } catch (error) {
      if (isProblem(error, 'RQ429')) setLeft(error.retryAfter ?? pauseSeconds)
    } finally {
      setSending(false)
    }
  }
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      disabled={left > 0}
      loading={sending}
      onClick={() => void send()}
      style={{ alignSelf: 'flex-start' }}
    >
      {left > 0 ? t('setup.againIn', { count: left }) : t('setup.again')}
    </Button>
  )
}
