import type { OwnStep } from '@trellis/contract/first-steps'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row } from '../../ui/layout.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { firstStepsHref } from '../menu.ts'

interface FirstStepNoticeProps {
  step: OwnStep
  /** Fills the form with an example; absent while it has nothing to fill it with. */
  onExample?: (() => void) | undefined
}

/** Says which step the form is, fills it with an example on request, and leads back. */
export default function FirstStepNotice({ step, onExample }: FirstStepNoticeProps) {
  const { t } = useTranslation('firstSteps')
  return (
    <Notice
      action={
        <Row gap="xs">
          {onExample && (
            <Button size="xs" variant="default" onClick={onExample}>
              {t('example')}
            </Button>
          )}
          <LinkButton size="xs" variant="subtle" href={firstStepsHref}>
            {t('back')}
          </LinkButton>
        </Row>
      }
    >
      {t(`of.${step}`)}
    </Notice>
  )
}
