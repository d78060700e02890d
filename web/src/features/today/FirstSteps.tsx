import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FirstStep, firstSteps } from '@trellis/contract/first-steps'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './FirstSteps.module.css'
import { hrefOf, partsOf, skippedWith } from './firstSteps.ts'

interface FirstStepsProps {
  /** They are shown in the place of what waits, to which the reader can go back. */
  isAsked: boolean
}

/** The first steps of an account: how far it is, and the screen of each step. */
export default function FirstSteps({ isAsked }: FirstStepsProps) {
  const { t } = useTranslation('firstSteps')
  const navigate = useNavigate()
  const { account } = useMe()
  const { data, error, refetch } = useQuery(queryOf(firstSteps.read))
  const change = useWrite(firstSteps.change, {
    invalidates: ['/first-steps', '/today'],
    failure: 'firstSteps:changeError',
  })
  if (data === undefined)
    return error === null ? (
      <Lines count={8} />
    ) : (
      <ErrorBlock error={error} title={t('failed')} retry={() => void refetch()} />
    )
  const { own, following, done, next, isOver } = partsOf(data)
  const skip = ({ step }: FirstStep) =>
    change.mutate({ body: { skipped: skippedWith(data, step), isDismissed: data.isDismissed } })
  async function dismiss() {
    const skipped = skippedWith(data ?? { steps: [] }, 'activation').filter((step) =>
      own.some((each) => each.step === step),
    )
    await change.mutateAsync({ body: { skipped, isDismissed: true } })
    toast.info(t('dismissed'))
    await navigate({ to: '/dashboard' })
  }
  return (
    <section aria-label={t('title')} className={styles.steps}>
      <Row justify="between" gap="lg">
        <Stack gap="xs" className={styles.words}>
          <Text as="h2" kind="title">
            {t('title')}
          </Text>
          <Text as="p" kind="quiet">
            {t(isOver ? 'allDone' : account.isRoot ? 'vendorText' : 'partnerText')}
          </Text>
        </Stack>
        <Stack gap="xs" className={styles.progress}>
          <Text kind="small">{t('progress', { done, count: own.length })}</Text>
          <ProgressBar label={t('title')} value={done} max={own.length} />
        </Stack>
      </Row>
      <ol className={styles.list}>
        {own.map((step, index) => (
          <Step key={step.step} step={step} number={index + 1} isNext={step.step === next} onSkip={() => skip(step)} />
        ))}
      </ol>
      <Text as="h3" kind="strong">
        {t('following')}
      </Text>
      <ol className={styles.list}>
        {following.map((step, index) => (
          <Step key={step.step} step={step} number={own.length + index + 1} isNext={step.step === next} />
        ))}
      </ol>
      <Row>
        {isAsked && (
          <LinkButton variant="default" size="xs" href="/dashboard">
            {t('toDesk')}
          </LinkButton>
        )}
        {!isOver && !data.isDismissed && (
          <Button variant="subtle" color="gray" size="xs" loading={change.isPending} onClick={() => void dismiss()}>
            {t('dismiss')}
          </Button>
        )}
      </Row>
    </section>
  )
}

interface StepProps {
  step: FirstStep
  number: number
  /** The one to go on with: its button is the main one. */
  isNext: boolean
  /** Absent for what follows the steps. */
  onSkip?: () => void
}

function Step({ step, number, isNext, onSkip }: StepProps) {
  const { t } = useTranslation('firstSteps')
  const words = useWords(step)
  const isDone = step.state === 'done'
  return (
    <li
      className={styles.step}
      data-state={step.state}
      data-next={isNext || undefined}
      aria-current={isNext ? 'step' : undefined}
    >
      <span className={styles.mark} aria-hidden>
        {isDone ? <IconCheck size={16} stroke={2.2} /> : number}
      </span>
      <div className={styles.words}>
        <Text as="p" kind="strong">
          {words.title}
        </Text>
        {!isDone && (
          <Text as="p" kind="small">
            {words.text}
          </Text>
        )}
        {step.step === 'activation' && step.recordId !== null && <TryIt serialKey={step.recordId} />}
      </div>
      <Row gap="xs" className={styles.acts}>
        {isDone || step.state === 'skipped' ? <Text kind="small">{t(isDone ? 'done' : 'skipped')}</Text> : null}
        {!isDone && onSkip && step.state === 'open' && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            aria-label={t('skipNamed', { step: words.title })}
            onClick={onSkip}
          >
            {t('skip')}
          </Button>
        )}
        {!isDone && step.isYours && words.href !== null && (
          <LinkButton size="xs" variant={isNext ? 'filled' : 'default'} href={words.href}>
            {words.act}
          </LinkButton>
        )}
      </Row>
    </li>
  )
}

/** The call with which software takes a seat, to try the first key before the software makes it. */
function TryIt({ serialKey }: { serialKey: string }) {
  const { t } = useTranslation('firstSteps')
  const body = JSON.stringify({ serialKey, deviceUuid: 'my-laptop', deviceName: 'My laptop' })
  const command = `curl ${window.location.origin}/api/v1/devices/activate -H 'content-type: application/json' -d '${body}'`
  return (
    <div>
      <Text as="p" kind="small">
        {t('tryIt')}
      </Text>
      <Row gap="xs" nowrap>
        <code className={styles.command}>{command}</code>
        <CopyButton value={command} label={t('copy')} />
      </Row>
    </div>
  )
}

/** What is said of a step, in its state, to this reader. */
function useWords(step: FirstStep) {
  const { t } = useTranslation('firstSteps')
  const me = useMe()
  const isDone = step.state === 'done'
  const title = t(`steps.${step.step}.title`)
  const act = t(`steps.${step.step}.act`)
  const text = t(`steps.${step.step}.text`)
  const words = { title, act, text, href: hrefOf(step, me) }
  switch (step.step) {
    case 'product':
    case 'priceList':
      return step.recordId === null
        ? words
        : { ...words, text: t(`steps.${step.step}.goOn`), act: t(`steps.${step.step}.goOnAct`) }
    case 'prices':
      return isDone ? { ...words, text: t('steps.prices.done') } : words
    case 'order':
      return me.account.isRoot ? words : { ...words, text: t('steps.order.textOfPartner') }
    case 'approval':
      return step.isYours ? words : { ...words, text: t('steps.approval.textOfOthers') }
    default:
      return words
  }
}
