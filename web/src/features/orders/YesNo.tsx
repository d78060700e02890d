import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Row, Text } from '../../ui/layout.tsx'
import styles from './orders.module.css'

/** Shows a boolean as an icon with a word. */
export function YesNo({ value }: { value: boolean }) {
  const { t } = useTranslation('orders')
  return (
    <Row as="span" gap="xs" nowrap {...(value && { className: styles.yes })}>
      {value && <IconCheck size={14} stroke={2.2} aria-hidden />}
      <Text {...(!value && { kind: 'quiet' })}>{value ? t('yes') : t('no')}</Text>
    </Row>
  )
}
