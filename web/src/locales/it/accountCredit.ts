import type en from '../en/accountCredit.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Credito',
  limit: 'Limite di credito {{limit}}',
  terms_one: 'Paga entro {{count}} giorno',
  terms_other: 'Paga entro {{count}} giorni',
  open: '{{open}} aperti',
  overdue: 'di cui {{overdue}} scaduti',
} satisfies Shape<typeof en>
